import type { Errand } from '../requests/errand';
import { type ErrandSight, having, messageOf, quoted } from '../sight/errand-sight';
import { edit, end, type Move, read, shell, write } from '../sight/move';
import { counted } from '../sight/quoted-lines';

export function create(at: ErrandSight, { path, text, overwrites }: Extract<Errand, { type: 'create' }>): Move {
  const content = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const writing = () =>
    having(at, `I'll write ${path} with the text you gave.`, write(path, content), (outcome) => {
      if (!outcome.failed) {
        const size = content === '' ? 'It is empty.' : `It has ${counted(content.split('\n').length - 1, 'line')}.`;
        return end(
          `${outcome.text.startsWith('Created') ? 'Created' : 'Overwrote'} ${path}. ${size} I have not run it.`,
        );
      }
      const exists = outcome.text.includes('read it first');
      return end(
        exists
          ? `${path} exists already, so nothing was changed. To replace all of it, start your message with “Overwrite ${path} with the text:”.`
          : `${path} was not written. ${outcome.text}`,
      );
    });
  // Only a file that was read may be overwritten.
  return overwrites ? having(at, `I'll read ${path} before I overwrite it.`, read(path), writing) : writing();
}

export function append(at: ErrandSight, { path, text }: Extract<Errand, { type: 'append' }>): Move {
  const lines = text.split('\n').length;
  const file = quoted(path);
  const command = [
    `if [ ! -f ${file} ]; then echo ${quoted(`There is no file ${path}.`)} >&2; exit 1; fi`,
    `if [ -s ${file} ] && [ -n "$(tail -c 1 ${file})" ]; then echo >> ${file}; fi`,
    `printf '%s\\n' ${quoted(text)} >> ${file}`,
    `tail -n ${lines} ${file}`,
  ].join('\n');
  return having(at, `I'll append it to ${path}.`, shell(command), (outcome) =>
    end(
      outcome.failed ? `Nothing was appended. ${messageOf(outcome)}` : `Appended ${counted(lines, 'line')} to ${path}.`,
    ),
  );
}

export function replace(at: ErrandSight, { path, from, to }: Extract<Errand, { type: 'replace' }>): Move {
  if (from === to) return end('Both texts are the same, so nothing was changed.');
  const change = edit(path, from, to);
  const all = { ...change, input: { ...change.input, replace_all: true } };
  return having(at, `I'll read ${path} before I change it.`, read(path), (seen) => {
    if (seen.failed) return end(`Nothing was changed. ${seen.text}`);
    return having(at, `I'll replace “${from}” with “${to}”.`, all, (outcome) => {
      if (!outcome.failed) {
        const places = Number(/ in (\d+) places\.$/.exec(outcome.text)?.[1] ?? 1);
        return end(
          `Replaced “${from}” with “${to}” in ${path}, in ${counted(places, 'place')}. I have not run the tests.`,
        );
      }
      if (outcome.text.includes('was not found'))
        return end(`${path} does not contain “${from}”, so nothing was changed.`);
      return end(`Nothing was changed. ${outcome.text}`);
    });
  });
}

export function moveOrCopy(at: ErrandSight, { type, from, to }: Extract<Errand, { type: 'move' | 'copy' }>): Move {
  const [verb, done] = type === 'move' ? ['mv', 'Renamed'] : ['cp -r', 'Copied'];
  const folder = to.includes('/') ? `mkdir -p ${quoted(to.replace(/\/[^/]*$/, ''))} && ` : '';
  const command = [
    `if [ ! -e ${quoted(from)} ]; then echo ${quoted(`${from} does not exist.`)} >&2; exit 1; fi`,
    `if [ -e ${quoted(to)} ]; then echo ${quoted(`${to} exists already.`)} >&2; exit 1; fi`,
    `${folder}${verb} ${quoted(from)} ${quoted(to)}`,
  ].join('\n');
  const say = `I'll ${type === 'move' ? 'rename' : 'copy'} ${from} to ${to}.`;
  return having(at, say, shell(command), (outcome) =>
    end(
      outcome.failed
        ? `Nothing was ${type === 'move' ? 'renamed' : 'copied'}. ${messageOf(outcome)}`
        : `${done} ${from} to ${to}.${type === 'move' ? ' Mentions of it in other files are unchanged.' : ''}`,
    ),
  );
}

export function remove(at: ErrandSight, { path }: Extract<Errand, { type: 'delete' }>): Move {
  const file = quoted(path);
  const command = [
    `if [ -d ${file} ]; then echo ${quoted(`${path} is a folder: I only delete single files.`)} >&2; exit 1; fi`,
    `if [ ! -f ${file} ]; then echo ${quoted(`There is no file ${path}.`)} >&2; exit 1; fi`,
    `rm ${file}`,
  ].join('\n');
  return having(at, `I'll delete ${path}.`, shell(command), (outcome) =>
    end(outcome.failed ? `Nothing was deleted. ${messageOf(outcome)}` : `Deleted ${path}.`),
  );
}
