import { describe, expect, it } from 'vitest';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import type { JudgeMaterial } from './compaction-messages';
import { sessionOf, testEngine } from './engine.test-support';

const secret = `sk-ant-api03-${'x7Kq9'.repeat(8)}`;
const session = sessionOf(
  [
    `user "Deploy the gateway of the shop with ${secret} today. The grace time of a lease is 1250 ms in all of it."`,
    'assistant "So be it."',
    '---',
    `user "And now the clock of ${secret}"`,
    '---',
    `assistant "It is 1250 ms, and I take ${secret} for it"`,
  ].join('\n'),
);

async function materialFor(
  summaries: readonly string[],
  of: ReturnType<typeof sessionOf> & { readonly ruleEdits?: readonly RuleEdit[] } = session,
): Promise<JudgeMaterial> {
  const engine = testEngine();
  await engine.ask('open-session', of, 0);
  const place = { type: 'recording', call: 1 } as const;
  const message = await engine.ask('judge-material', { place, summaries });
  if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
  return message.answer as JudgeMaterial;
}

describe('the material for a judge', () => {
  it('asks the same questions whatever the summaries say, and keeps their order', async () => {
    const [one, two] = [await materialFor(['all of it', 'none']), await materialFor(['1250 ms', ''])];
    expect(one.probes).toEqual(two.probes);
    expect(one.summaries).toEqual(['all of it', 'none']);
    expect(one.probes.map(({ topic }) => topic)).toEqual(['value', 'last-request', 'what-came-next']);
  });

  it('contains no secret, in questions, answers or summaries', async () => {
    const material = await materialFor([`Deploy with ${secret}.`]);
    expect(JSON.stringify(material)).not.toContain(secret);
    expect(material.summaries).toEqual(['Deploy with [secret: anthropic key].']);
    expect(material.probes.map(({ expected }) => expected)).toContainEqual(expect.stringContaining('[secret: '));
    expect(material.secretsMasked).toBe(4);
  });

  it('does not ask for the next step if the user had to give it', async () => {
    const topics = async (lines: readonly string[]) =>
      (await materialFor([''], sessionOf(lines.join('\n')))).probes.map(({ topic }) => topic);
    const before = ['user "Mend the clock"', 'call #1 read a.ts', 'result #1 "a"'];
    expect(await topics([...before, 'assistant "Now the lease"'])).toContain('what-came-next');
    const compacted = ['boundary full manual 4000', 'summary 20 tokens', 'user "Now the shop"'];
    expect(await topics([...before, ...compacted, 'assistant "The shop it is"'])).not.toContain('what-came-next');
  });

  it('[K4] asks for the rules as the user edited them, without secrets', async () => {
    const text = [
      `user "Never push ${secret} anywhere. Always lint the styles."`,
      'assistant "So be it."',
      '---',
      'user "And now the clock"',
      '---',
      'assistant "Done"',
    ].join('\n');
    const asked = async (ruleEdits: readonly RuleEdit[] = []) => {
      const material = await materialFor([''], { ...sessionOf(text), ruleEdits });
      return material.probes.find(({ topic }) => topic === 'rules')?.expected;
    };
    const push = `Never push ${secret} anywhere.`;
    const masked = 'Never push [secret: anthropic key] anywhere.';
    expect(await asked()).toBe(`The user said, newest first: Always lint the styles.; ${masked}`);
    expect(await asked([{ type: 'removed', found: push }])).toBe(
      'The user said, newest first: Always lint the styles.',
    );
    expect(
      await asked([
        { type: 'corrected', found: 'Always lint the styles.', text: 'Lint the styles and the scripts' },
        { type: 'added', text: `Ask before ${secret} is used` },
        { type: 'confirmed', found: push },
      ]),
    ).toBe(`The user said: Ask before [secret: anthropic key] is used; Lint the styles and the scripts; ${masked}`);
    const all: readonly RuleEdit[] = [
      { type: 'removed', found: push },
      { type: 'removed', found: 'Always lint the styles.' },
    ];
    expect(await asked(all)).toBeUndefined();
  });
});
