import { expect } from '@playwright/test';
import type { Message } from '../../lib/transcript/transcript';
import type { Side } from '../../lib/worker/engine/messages';
import { expectChangesAsInNode } from '../support/compactions';
import { choiceOf, linesInNode, linkOf, sessionInNode, type WantedChoice } from '../support/engine-in-node';
import { MessagesPanel } from '../support/messages-panel';
import { test } from '../support/one-page';
import { openSample, sampleFile } from '../support/simulations';

test.use({ viewport: { width: 1600, height: 1000 } });

/** Each with a policy that changes something. */
const CHOICES: Readonly<Record<string, WantedChoice>> = {
  'long-bug-hunt': { preset: 'claude-code-2.1' },
  refactoring: { preset: 'claude-code-2.0' },
  'rules-and-images': { preset: 'teaching-v5', changes: { 'thresholds.percent': 15 } },
};

for (const [sample, choice] of Object.entries(CHOICES)) {
  test(`shows the equation and both arrays of each compaction as computed by the engine: ${sample}`, async ({
    page,
  }) => {
    await openSample(page, sample, linkOf(choice, 0));
    const compared = await expectChangesAsInNode(page, await sessionInNode(sampleFile(sample)), choice);
    expect(compared).toBeGreaterThan(0);
  });
}

test('keeps a pinned message unchanged through a compaction, with the call that it answers', async ({ page }) => {
  const sample = 'long-bug-hunt';
  const preset = 'claude-code-2.1';
  const pinned = 6;
  const session = await sessionInNode(sampleFile(sample));
  const { id, parts } = session.message(pinned);
  const [compaction] = session.simulations.simulate(choiceOf({ preset })).compactions;
  if (compaction === undefined) throw new Error('The sample is not compacted');
  const panel = new MessagesPanel(page);
  const isOfPair = (line: string) => line.startsWith(`${pinned - 1}.`) || line.startsWith(`${pinned}.`);
  const pairIn = async (side: Side) => (await panel.sides())[side].filter(isOfPair);
  const resultIn = async (side: Side) => resultWith(textOf(parts), (await panel.body(side)).text);

  await openSample(page, sample, linkOf({ preset }, compaction.call));
  await expect(panel.at(compaction.call)).toBeVisible();
  const pair = await pairIn('before');
  const result = await resultIn('before');
  expect(pair.length).toBeGreaterThan(1);
  expect(result).toBeDefined();
  expect(await pairIn('after')).toEqual([]);
  expect(await resultIn('after')).toBeUndefined();

  await panel.pin(pinned);
  await expect.poll(() => pairIn('after')).toEqual(pair);
  expect(await resultIn('after')).toBe(result);
  await expect(panel.at(compaction.call).getByText('Valid request')).toBeVisible();
  expect((await panel.sides()).after).toEqual(
    linesInNode(session, choiceOf({ preset, pinned: [id] }), compaction.call, 'after'),
  );
});

function textOf(parts: Message['parts']): string {
  const [result] = parts;
  const text = result?.kind === 'tool-result' ? result.parts.find(({ kind }) => kind === 'text') : undefined;
  if (text?.kind !== 'text') throw new Error('The message is not a tool result with text');
  return text.text;
}

/** The JSON of the block in a request body that is a tool result with this text. */
function resultWith(text: string, body: string): string | undefined {
  const request: { messages: { content: string | object[] }[] } = JSON.parse(body);
  const blocks = request.messages.flatMap<unknown>(({ content }) => content).map((block) => JSON.stringify(block));
  return blocks.find((block) => block.includes('tool_result') && block.includes(JSON.stringify(text).slice(1, -1)));
}
