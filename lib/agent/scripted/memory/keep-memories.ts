import { contentWords } from '../../../fidelity/text/content-words';
import { rememberOffline } from '../../../memory/extraction/extract-offline';
import { kindOfSentence } from '../../../memory/extraction/kind-of-sentence';
import { teamRootIn } from '../../../memory/extraction/memory-rules';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { refusal } from '../requests/abilities';
import type { Errand } from '../requests/errand';
import { dayInSight } from '../sight/date-in-sight';
import { type ErrandSight, having, havingAll, messageOf, quoted } from '../sight/errand-sight';
import { type IndexEntry, indexEntries, memoryInSight } from '../sight/memory-in-sight';
import { end, type Move, read, shell, write } from '../sight/move';
import { counted, quotedLines } from '../sight/quoted-lines';
import { usesSince } from '../sight/sight';
import { pathOf } from '../sight/tool-uses';
import { textRead } from './memory-text';

const MAX_READ = 5;
const MAX_LISTED = 40;
const FEWEST_WORDS = 2;

/** [A7] Way one: the user asked for it. The file first, then its line in the index. */
export function remember(at: ErrandSight, { text, isForTeam }: Extract<Errand, { type: 'remember' }>): Move {
  const team = teamRootIn(at.sight.system);
  if (isForTeam === true && team === undefined) {
    return end(refusal('There is no team here: the workspace names no remote repository, or nothing is saved.'));
  }
  const place = isForTeam === true ? team : undefined;
  const say = place === undefined ? 'I look at what is remembered already.' : 'I look at what the team knows already.';
  return withIndex(at, say, place, (root, index) => {
    const pathOfMemory = (file: string) => `${root}/${file}`;
    const known = indexEntries(index);
    const words = new Set(contentWords(text).map(({ word }) => word));
    const near = known.filter((entry) => shared(entry, words) >= FEWEST_WORDS).slice(0, MAX_READ);
    const reads = near.map(({ file }) => read(pathOfMemory(file)));
    return havingAll(at, 'One of these may be about the same.', reads, (outcomes) => {
      const files = new Map(known.map(({ file }) => [file, { text: '', mtimeMs: 0 }]));
      for (const path of taken(at, root)) files.set(path, { text: '', mtimeMs: 0 });
      for (const [place, { file }] of near.entries()) {
        files.set(file, { text: textRead(outcomes[place]), mtimeMs: 0 });
      }
      files.set(INDEX_NAME, { text: index, mtimeMs: 0 });
      const type = kindOfSentence(text) ?? 'project';
      const saved = rememberOffline({ root, files }, text, type, dayInSight(at.sight));
      if (!saved.ok) return end(`Nothing was saved. ${saved.error}`);
      const { file, action, folder } = saved.value;
      if (action === 'known') return end(`${file} says that already, so nothing was changed.`);
      const writes = [file, INDEX_NAME].map((each) => write(pathOfMemory(each), folder.files.get(each)?.text ?? ''));
      return havingAll(at, `I save it to ${file} and list it in ${INDEX_NAME}.`, writes, ([memory, list]) => {
        const failed = [memory, list].find((outcome) => outcome?.failed === true);
        if (failed === undefined) {
          return end(
            `${action === 'created' ? 'Saved to' : 'Changed'} ${file}, for ${place === undefined ? 'later sessions' : 'the whole team'}: “${text}”`,
          );
        }
        return end(`Not everything was saved. ${failed.text}`);
      });
    });
  });
}

/** The index does not name these, but they exist. */
function taken({ sight, asked }: ErrandSight, root: string): readonly string[] {
  return usesSince(sight, asked.at).flatMap((use) => {
    const path = use.name === 'Write' ? (pathOf(use) ?? '') : '';
    const isTaken = use.result?.state === 'whole' && use.result.isError && /\bread it\b/.test(use.result.text);
    return isTaken && path !== `${root}/${INDEX_NAME}` ? [path.slice(root.length + 1)] : [];
  });
}

/** [A6] Always looked up, because what was saved in this session is not in the index that it started with. */
export function listMemories(at: ErrandSight): Move {
  return withIndex(at, 'I look into the memory of this project.', undefined, (_, index) => {
    const lines = index.split('\n').filter((line) => line.trim() !== '');
    const entries = indexEntries(index);
    if (lines.length === 0) return end('Nothing is remembered of earlier sessions of this project.');
    const more = lines.length > MAX_LISTED ? `\nand ${counted(lines.length - MAX_LISTED, 'more line')}.` : '';
    const title = entries.length === 1 ? '1 memory' : `${entries.length} memories`;
    return end(`${title} of this project:\n${quotedLines(lines.slice(0, MAX_LISTED))}${more}`);
  });
}

export function forget(at: ErrandSight, { about }: Extract<Errand, { type: 'forget' }>): Move {
  return withIndex(at, 'I look for it in the memory of this project.', undefined, (root, index) => {
    const found = named(indexEntries(index), about);
    const [entry, ...others] = found;
    if (entry === undefined) return end(`No memory is about “${about}”, so nothing was removed.`);
    if (others.length > 0) {
      return end(`More than one memory is about that. Name one file:\n${quotedLines(found.map(({ line }) => line))}`);
    }
    const removing = shell(`rm ${quoted(`${root}/${entry.file}`)}`);
    const rest = index
      .split('\n')
      .filter((line) => line !== entry.line)
      .join('\n');
    const unlisting = write(`${root}/${INDEX_NAME}`, `${rest.trimEnd()}\n`);
    return havingAll(
      at,
      `I remove ${entry.file}, and its line in ${INDEX_NAME}.`,
      [removing, unlisting],
      (outcomes) => {
        const failed = outcomes.find((outcome) => outcome.failed);
        return end(failed === undefined ? `Forgot ${entry.file}.` : `Not everything was removed. ${messageOf(failed)}`);
      },
    );
  });
}

/** By the name of its file, or by all words that were said of it. */
function named(entries: readonly IndexEntry[], about: string): readonly IndexEntry[] {
  const file = entries.filter((entry) => about.includes(entry.file));
  if (file.length > 0) return file;
  const words = new Set(contentWords(about).map(({ word }) => word));
  return words.size === 0 ? [] : entries.filter((entry) => shared(entry, words) === words.size);
}

function shared({ says }: IndexEntry, words: ReadonlySet<string>): number {
  const own = new Set(contentWords(says).map(({ word }) => word));
  return [...words].filter((word) => own.has(word)).length;
}

function withIndex(
  at: ErrandSight,
  say: string,
  place: string | undefined,
  then: (root: string, index: string) => Move,
): Move {
  const memory = memoryInSight(at.sight);
  if (memory === undefined) {
    return end(refusal('It has no memory here: the policy of this run does not save what later sessions should know.'));
  }
  const root = place ?? memory.root;
  const index = `${root}/${INDEX_NAME}`;
  return having(at, say, read(index), (outcome) => {
    if (!outcome.failed && /\n\[lines [^\][]* continue with offset \d+\]$/.test(outcome.text)) {
      return end(`${INDEX_NAME} is too long to be read at once, so nothing was changed. Shorten it first.`);
    }
    return then(root, textRead(outcome));
  });
}
