import { expect, test } from 'vitest';
import { recordedTimeline } from '../../simulator/recorded/recorded-timeline';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { messageRows } from '../../worker/engine/message-rows';
import { withModel } from './prompts.test-support';
import { columnsToRemember, hasRecordedSummary, rememberedColumns, usualColumns } from './usual-columns';

test('a view opens with the recorded summary if there is one, or else with a prompt', () => {
  expect(usualColumns(true, withModel)).toEqual([{ type: 'recorded' }, { type: 'offline' }]);
  expect(usualColumns(false, withModel)).toEqual([withModel, { type: 'offline' }]);
});

test('[K16] a summary is recorded where the file has its words', () => {
  const hasSummary = (summary: string) => {
    const lines = ['user "a"', 'assistant "b"', 'boundary full auto 3600', summary, 'user "c"', 'assistant "d"'];
    const transcript = transcriptFromText(lines.join('\n'));
    const { timeline } = recordedTimeline(transcript);
    const session = { timeline, boundaries: transcript.boundaries, rows: messageRows(transcript) };
    return [0, 1].map((call) => hasRecordedSummary(session, call));
  };
  expect(hasSummary('summary "It was b"')).toEqual([false, true]);
  expect(hasSummary('summary " "')).toEqual([false, false]);
  expect(hasSummary('user "no summary"')).toEqual([false, false]);
});

test('columns are remembered once the user has set up any, without what belongs to a session', () => {
  const again = (...columns: Parameters<typeof columnsToRemember>[0]) =>
    rememberedColumns(`#${columnsToRemember(columns)}`);
  expect(again({ type: 'recorded' }, { type: 'offline' })).toBeUndefined();
  expect(again({ type: 'recorded' }, { ...withModel, focus: 'tests' })).toEqual([
    { type: 'recorded' },
    { ...withModel, focus: 'tests' },
  ]);
  expect(again({ type: 'kept', run: 'a' }, withModel, { type: 'offline' })).toEqual([withModel, { type: 'offline' }]);
  expect(again({ type: 'kept', run: 'a' }, withModel)).toBeUndefined();
  expect(rememberedColumns('')).toBeUndefined();
});
