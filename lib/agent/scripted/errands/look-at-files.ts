import type { CountedThing, Errand } from '../requests/errand';
import { type ErrandSight, having, messageOf, type Outcome, quoted } from '../sight/errand-sight';
import { end, glob, type Move, type PlannedCall, read, shell } from '../sight/move';
import { namesDefinedIn } from '../sight/names-defined';
import { counted, quotedLines } from '../sight/quoted-lines';
import { plainPath } from '../sight/tool-uses';

const MAX_LINES = 40;
const MAX_HITS = 12;

export function search(at: ErrandSight, { text, path }: Extract<Errand, { type: 'search' }>): Move {
  const wanted: PlannedCall = {
    name: 'Grep',
    input: {
      pattern: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      ignore_case: true,
      ...(path === undefined ? {} : { path }),
    },
  };
  const where = path === undefined ? 'the files' : path;
  return having(at, `I'll search ${where} for “${text}”.`, wanted, (outcome) => {
    if (outcome.failed) return end(`The search failed. ${outcome.text}`);
    const lines = outcome.text.split('\n').filter((line) => /^[^:\n]+:\d+:/.test(line));
    if (lines.length === 0) return end(`Nothing in ${where} contains “${text}”.`);
    const isAll = outcome.isWhole && !/^\[and \d+ more lines/m.test(outcome.text);
    const files = new Set(lines.map((line) => line.slice(0, line.indexOf(':')))).size;
    const found = `${isAll ? '' : 'At least '}${counted(lines.length, 'line')} in ${counted(files, 'file')}`;
    return end(
      `${found} ${lines.length === 1 ? 'contains' : 'contain'} “${text}”, in upper or lower case:\n${some(lines, MAX_HITS)}`,
    );
  });
}

const counting: Readonly<Record<CountedThing, string>> = {
  lines: 'wc -l',
  words: 'wc -w',
  characters: 'wc -m',
  files: 'wc -l',
};

export function count(at: ErrandSight, { what, path }: Extract<Errand, { type: 'count' }>): Move {
  const place = quoted(path ?? '.');
  const command =
    what === 'files'
      ? `[ -e ${place} ] && find ${place} -type f | wc -l`
      : `[ -e ${place} ] && find ${place} -type f -exec cat {} + | ${counting[what]}`;
  return having(at, `I'll count the ${what}.`, shell(command), (outcome) => {
    const number = numberIn(outcome);
    const where = path ?? 'The workspace';
    if (number === undefined) return end(`I could not count them. ${notCounted(outcome, path)}`);
    return end(`${where} has ${counted(number, what.slice(0, -1))}.`);
  });
}

export function countText(at: ErrandSight, { text, path }: Extract<Errand, { type: 'count-text' }>): Move {
  const place = quoted(path ?? '.');
  const command = `[ -e ${place} ] && grep -r -h -o -i -F -e ${quoted(text)} ${place} | wc -l`;
  return having(at, `I'll count the places with “${text}”.`, shell(command), (outcome) => {
    const number = numberIn(outcome);
    if (number === undefined) return end(`I could not count them. ${notCounted(outcome, path)}`);
    return end(`“${text}” occurs ${counted(number, 'time')} in ${path ?? 'the workspace'}, in upper or lower case.`);
  });
}

function numberIn({ text, failed }: Outcome): number | undefined {
  return !failed && /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
}

function notCounted(outcome: Outcome, path: string | undefined): string {
  const message = messageOf(outcome);
  return message === '' || message === '(no output)' ? `There is no file ${path ?? ''}.` : message;
}

export function list(at: ErrandSight, { folder }: Extract<Errand, { type: 'list' }>): Move {
  const wanted = glob(folder === '' ? '**' : `${folder}/**`);
  return having(at, "I'll list the files.", wanted, (outcome) => {
    const where = folder === '' ? 'the workspace' : folder;
    if (outcome.failed) return end(`I could not list them. ${outcome.text}`);
    const paths = outcome.text
      .split('\n')
      .filter((line) => line.startsWith('/'))
      .map(plainPath);
    if (paths.length === 0) return end(`There are no files in ${where}.`);
    const isAll = outcome.isWhole && !/^\[and \d+ more\]/m.test(outcome.text);
    return end(`${isAll ? '' : 'At least '}${counted(paths.length, 'file')} in ${where}:\n${some(paths, MAX_LINES)}`);
  });
}

/** By any part of a path, because "a README" is README.md. */
export function exists(at: ErrandSight, name: string): Move {
  return having(at, "I'll list the files.", glob('**'), (outcome) => {
    if (outcome.failed) return end(`I could not list them. ${outcome.text}`);
    const paths = outcome.text.split('\n').filter((line) => line.startsWith('/'));
    const found = paths.map(plainPath).filter((path) => path.toLowerCase().includes(name.toLowerCase()));
    if (found.length > 0) return end(`Yes, there is:\n${some(found, MAX_HITS)}`);
    const isAll = outcome.isWhole && !/^\[and \d+ more\]/m.test(outcome.text);
    return end(
      isAll ? `No path contains “${name}”.` : `No path that I can see contains “${name}”, and there are more.`,
    );
  });
}

export function show(at: ErrandSight, { path, first, last }: Extract<Errand, { type: 'show' }>): Move {
  const part = first === undefined || last === undefined ? {} : { offset: first, limit: Math.max(1, last - first + 1) };
  return having(at, `I'll read ${path}.`, read(path, part), (outcome) => {
    if (outcome.failed) return end(`I could not read it. ${outcome.text}`);
    const lines = numbered(outcome.text);
    if (lines.length === 0) return end(outcome.isWhole ? `${path} is empty.` : `${path} is too long for the context.`);
    if (!outcome.isWhole)
      return end(`${path} is too long for the context. It begins:\n${quotedLines(lines.slice(0, MAX_LINES))}`);
    const isPart = first !== undefined || /\n\[lines [^\][]* continue with offset \d+\]$/.test(outcome.text);
    const from = first ?? 1;
    const title = isPart
      ? `${path}, lines ${from} to ${from + lines.length - 1}:`
      : `${path} has ${counted(lines.length, 'line')}:`;
    return end(`${title}\n${some(lines, MAX_LINES)}`);
  });
}

/** Only what can be counted or quoted. */
export function describe(at: ErrandSight, { path }: Extract<Errand, { type: 'describe' }>): Move {
  return having(at, `I'll read ${path}.`, read(path), (outcome) => {
    if (outcome.failed) return end(`I could not read it. ${outcome.text}`);
    const lines = numbered(outcome.text);
    if (lines.length === 0) return end(`${path} is ${outcome.isWhole ? 'empty' : 'too long for the context'}.`);
    const isWhole = outcome.isWhole && !/\n\[lines [^\][]* continue with offset \d+\]$/.test(outcome.text);
    const names = namesDefinedIn(lines.join('\n'));
    const headings = /\.(?:md|markdown)$/.test(path) ? lines.filter((line) => /^#{1,6} /.test(line)) : [];
    const open = lines.filter((line) => /\b(?:TODO|FIXME|XXX)\b/.test(line)).length;
    return end(
      [
        "A script is answering: I can't judge a text, but I can say what is in it.",
        `- ${path} has ${isWhole ? '' : 'at least '}${counted(lines.length, 'line')}.`,
        ...(names.length === 0 ? [] : [`- It defines ${names.slice(0, MAX_HITS).join(', ')}.`]),
        ...(headings.length === 0 ? [] : [`- Headings:\n${some(headings, MAX_HITS)}`]),
        ...(open === 0 ? [] : [`- ${counted(open, 'line')} with TODO, FIXME or XXX.`]),
        `- It begins:\n${quotedLines(lines.filter((line) => line.trim() !== '').slice(0, 3))}`,
      ].join('\n'),
    );
  });
}

function numbered(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => /^[ \t]*\d{1,7}[\t→](.*)$/.exec(line)?.[1] ?? []);
}

function some(lines: readonly string[], most: number): string {
  const more = lines.length - most;
  return `${quotedLines(lines.slice(0, most))}${more > 0 ? `\nand ${counted(more, 'more line')}.` : ''}`;
}
