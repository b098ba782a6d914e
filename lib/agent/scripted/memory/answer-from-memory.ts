import type { ErrandSight } from '../sight/errand-sight';
import { memoryInSight } from '../sight/memory-in-sight';
import { end, type Move } from '../sight/move';
import { quotedLines } from '../sight/quoted-lines';
import { Notes } from './notes';
import { verified } from './verified-memory';

/** Less in common is chance. */
const FEWEST_WORDS = 2;

/** [A6] [R4] From a memory that was recalled or that the index names, once it is verified; undefined if none is about it. */
export function answerFromMemory(at: ErrandSight, scoreOf: (text: string) => number, asked: number): Move | undefined {
  const memory = memoryInSight(at.sight);
  if (memory === undefined) return undefined;
  const listed = memory.index.map(({ file, says }) => ({ file, text: says }));
  const [best] = [...memory.recalled, ...listed]
    .map(({ file, text }) => ({ file, score: scoreOf(text.replace(/\s+/g, ' ')) }))
    .sort((a, b) => b.score - a.score);
  if (best === undefined || best.score < Math.min(asked, FEWEST_WORDS) || best.score === 0) return undefined;
  const { file } = best;
  const attached = memory.recalled.find((each) => each.file === file);
  const notes = new Notes(at);
  const move = verified({ at, root: memory.root, notes }, file, ({ memory: { body }, says }) => {
    const when = attached === undefined ? '' : `, saved ${attached.saved}`;
    const lines = body.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) return end(says);
    return end(
      [`This is what I remember (${file}${when}):`, quotedLines(lines), ...(says === '' ? [] : [says])].join('\n'),
    );
  });
  return notes.with(move);
}
