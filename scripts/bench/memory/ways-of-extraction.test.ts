import { afterAll, expect, it } from 'vitest';
import { compareDialogue } from '../../../lib/memory/calibration/compare-dialogue';
import { madeUpDialogues } from '../made-up-dialogues';
import { byScript, byStandIn, type ExtractionWay, extractedBy } from './ways-of-extraction';

const opened: ExtractionWay[] = [];
afterAll(() => Promise.all(opened.map((way) => way.close?.())));

// 40 runs with a request each.
const PATIENCE_MS = 120_000;

const ways: readonly (readonly [string, () => Promise<ExtractionWay>])[] = [
  ['in a run, by the scripted model', async () => byScript],
  ['through the stand-in for the Messages API', () => byStandIn('claude-opus-5-5')],
  ['through the stand-in for Chat Completions', () => byStandIn('chat/gpt-5.4-mini')],
];

it.each(ways)(
  '[A11] finds and keeps of 40 dialogues what the rules find and keep directly: %s',
  async (_, open) => {
    const way = await open();
    opened.push(way);
    const { tuned, measured } = madeUpDialogues();
    const dialogues = [...tuned, ...measured];
    const extracted = await extractedBy(way, dialogues);
    expect(extracted.flatMap(({ failed }) => failed)).toEqual([]);
    expect(
      extracted.map(({ title, found, missed, wronglyKept }) => ({ title, found, missed, wrong: wronglyKept.length })),
    ).toEqual(
      dialogues.map(compareDialogue).map(({ title, found, missed, wronglyKept }) => {
        return { title, found, missed, wrong: wronglyKept.length };
      }),
    );
    expect(extracted.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(dialogues.length);
  },
  PATIENCE_MS,
);
