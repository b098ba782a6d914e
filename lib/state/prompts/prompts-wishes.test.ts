import { expect, test } from 'vitest';
import { summaryPrompt } from '../../prompts/summary-prompt';
import { columnsView, compacted, failed, promptsForTest, states, withModel } from './prompts.test-support';

const about = { place: 'session=a', title: 'A session' };
test('[F9] the focus of a column is part of its compaction and of the saved run', async () => {
  const { prompts, begun, kept } = promptsForTest(async () => compacted('a summary'));
  const { start, prepare, send } = prompts.getState();
  const focused = columnsView(
    { type: 'recorded' },
    { type: 'offline', focus: 'paths' },
    { ...withModel, focus: 'tests' },
  );
  start(about, 20, focused);
  await prepare(
    prompts.getState().columns.map(({ id }) => id),
    1,
  );
  send();
  await expect.poll(() => kept).toMatchObject([{ writer: { focus: 'tests' } }]);
  expect(begun.map(({ writer, focus }) => [writer.type, focus])).toEqual(
    expect.arrayContaining([
      ['recorded', undefined],
      ['offline', 'paths'],
      ['model', 'tests'],
    ]),
  );
});

test('[F9] another focus is another summary', async () => {
  const { prompts, begun } = promptsForTest(async () => compacted('a summary'));
  prompts.getState().start(about, 20, columnsView({ type: 'recorded' }, { type: 'offline' }));
  await expect.poll(() => states(prompts)).toHaveLength(2);
  const [, offline] = prompts.getState().columns;
  prompts.getState().setSource(offline?.id ?? '', { type: 'offline', focus: 'paths' });
  await expect.poll(() => begun.map(({ focus }) => focus)).toEqual([undefined, undefined, 'paths']);
});

test('[F3] the scratch tag goes with the prompt, and is removed from an interrupted answer too', async () => {
  const text = 'Think in <notes> first.';
  const own = summaryPrompt({ id: 'own', title: 'Own', text, scratchTag: 'notes' });
  const { prompts, begun, kept } = promptsForTest(async () => failed('It broke.', 'half of it'), [own]);
  const { start, prepare, send } = prompts.getState();
  start(about, 20, columnsView({ type: 'recorded' }, { ...withModel, prompt: 'own' }));
  await prepare(
    prompts.getState().columns.map(({ id }) => id),
    1,
  );
  send();
  await expect.poll(() => kept).toMatchObject([{ result: { text: 'half of it' }, writer: { scratchTag: 'notes' } }]);
  expect(begun.at(-1)).toMatchObject({ prompt: text, scratchTag: 'notes' });
});

test('a saved run of a further round records its earlier rounds', async () => {
  const { prompts, kept } = promptsForTest(async () => compacted('a summary'));
  const { start, prepare, send, addRound } = prompts.getState();
  start(about, 20, columnsView({ type: 'offline' }, withModel));
  const run = async () => {
    await prepare(
      prompts.getState().columns.map(({ id }) => id),
      1,
    );
    send();
  };
  await run();
  await expect.poll(() => kept).toHaveLength(1);
  addRound(33);
  await run();
  await expect
    .poll(() => kept.map(({ call, round, earlierCalls }) => [call, round, earlierCalls]))
    .toEqual([
      [20, 0, []],
      [33, 1, [20]],
    ]);
});
