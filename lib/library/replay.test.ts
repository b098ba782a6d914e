import { describe, expect, it } from 'vitest';
import { Refusal } from '../base/failure';
import { claudeCode21 } from '../policies/presets/claude-code-2-1';
import { none } from '../policies/presets/none';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { defineLayer, type LayerDefinition, replay } from './index';

const rounds = Array.from({ length: 30 }, (_, n) => `call #${n} Read src/file-${n}.ts\n---\nresult #${n} 6000 tokens`);
const session = transcriptFromText(
  `user "Fix src/parser.ts on port 8443"\n${rounds.join('\n')}\nassistant "src/parser.ts on port 8443 is done"`,
  { models: ['claude-sonnet-4-5'] },
);
const policy = { ...claudeCode21, windowTokens: 100_000 };
const given = JSON.stringify(session);
const layer = (compact: LayerDefinition['compact'], more: Partial<LayerDefinition> = {}) =>
  defineLayer({ name: 'mine', compact, ...more });

/** A summary, and everything from the latest reply on. */
const cut: LayerDefinition['compact'] = (messages) => [
  { role: 'user', text: 'A summary' },
  ...messages.slice(messages.findLastIndex(({ role }) => role === 'assistant')),
];

describe('a replay with layers of your own', () => {
  it('[Z1] has figures that are JSON', async () => {
    const figures = await replay(session, { policy, layers: [layer(cut)] });
    expect(JSON.parse(JSON.stringify(figures))).toEqual(figures);
    expect(figures).toMatchObject({ version: 1, policy: policy.id, calls: 31, deadAt: null, failures: [] });
    expect(figures.compactions.map(({ layer: by }) => by)).toEqual(['own', 'own', 'own']);
    expect(figures.sizes.length).toBe(31);
    expect(figures.asked).toMatchObject([{ name: 'mine', asked: 3, faults: [] }]);
    expect(figures.lost).toBeGreaterThan(figures.neededLater);
    expect(figures.neededLater).toBeGreaterThan(0);
  });

  it('[Z1] is the same whether the function waits or not, and nothing of it changes the session', async () => {
    const sooner = await replay(session, { policy, layers: [layer(cut)] });
    const later = await replay(session, {
      policy,
      layers: [layer(async (...all) => await new Promise((resolve) => setTimeout(() => resolve(cut(...all)), 5)))],
    });
    const { asked: _, ...figures } = later;
    expect(sooner).toMatchObject(figures);
    expect(JSON.stringify(session)).toBe(given);
  });

  it('[Z1] costs what the policy alone costs if the layer does nothing', async () => {
    const alone = await replay(session, { policy: none });
    for (const compact of [() => undefined, (messages: Parameters<typeof cut>[0]) => messages]) {
      const { asked, ...figures } = await replay(session, {
        policy: none,
        layers: [layer(compact, { when: 'always' })],
      });
      expect({ ...figures, asked: [] }).toEqual(alone);
      expect(asked[0]?.asked).toBeGreaterThan(20);
    }
  });

  it('[Z1] runs in front of a layer of the policy that it names, which stays', async () => {
    const seen: number[] = [];
    const looks = layer(
      (_, { call }) => {
        seen.push(call);
        return undefined;
      },
      { before: 'full-compact' },
    );
    const { compactions } = await replay(session, { policy, layers: [looks] });
    expect(compactions.map(({ layer: by }) => by)).toContain('full-compact');
    expect(seen).toEqual(compactions.map(({ call }) => call));
  });

  it.each<[string, LayerDefinition['compact'], RegExp]>([
    ['throws', () => Promise.reject(new Error('out of money')), /it threw Error: out of money/],
    [
      'changes what it was given',
      (messages) => Object.assign(messages[0] ?? {}, { id: 'x' }) && undefined,
      /read only/,
    ],
    ['never answers', () => new Promise(() => undefined), /no answer within 0\.05 s/],
    ['leaves nothing', () => [], /at least one message/],
    ['makes it longer', (messages) => [...messages, { role: 'user', text: 'more' }], /is not smaller/],
  ])('[Z2] one that %s is a failure with its reason', async (_, compact, why) => {
    const { failures, compactions } = await replay(session, {
      policy,
      layers: [layer(compact, { timeoutMs: 50 })],
    });
    expect(failures[0]?.why).toMatch(why);
    expect(compactions).toEqual([]);
  });

  it('refuses what does not exist', async () => {
    await expect(replay(session, { policy: 'nothing' })).rejects.toThrow(Refusal);
    await expect(replay(session, { policy: { version: 1 } })).rejects.toThrow(Refusal);
    await expect(replay(session, { layers: [layer(cut), layer(cut)] })).rejects.toThrow(
      'Two layers have the same name.',
    );
  });
});
