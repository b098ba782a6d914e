import { describe, expect, it } from 'vitest';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import { none } from '../../policies/presets/none';
import type { RuleOverSession } from '../../simulator/explain/rules-over-session';
import { sessionOf, testEngine } from './engine.test-support';
import type { SimulationChoice } from './messages';

/** Two compactions: the first keeps one rule of two and half of a third, the second loses what was left. */
const session = sessionOf(`user "Never push to main. Always lint the styles. Ask me before every migration."
assistant "Fine"
call #1 ls
result #1 "a"
boundary full auto 100000
summary "The user wants: never push to main. Where possible, ask before a migration."
assistant "On with it"
call #2 ls
result #2 "a"
boundary full auto 100000
summary "All is well."
assistant "On with it"
call #3 ls
result #3 "a"
assistant "Done"`);

const recording: SimulationChoice = { policy: none, mode: 'following', replies: { type: 'recorded' } };

async function rules(edits: readonly RuleEdit[] = [], of = session): Promise<readonly RuleOverSession[]> {
  const engine = testEngine();
  await engine.ask('open-session', { ...of, ruleEdits: edits }, 0);
  const message = await engine.ask('rules-over-session', recording);
  if (message?.type !== 'answer') throw new Error(`Not answered: ${JSON.stringify(message)}`);
  return message.answer as readonly RuleOverSession[];
}

const told = (all: readonly RuleOverSession[]) =>
  all.map(({ rule, state, call, compactions }) => `${rule.origin} ${rule.text} ${state} ${call} ${compactions}`);

describe('[K4] rules over all compactions', () => {
  it('are lost where the first compaction does not keep them, and a recorded summary is read', async () => {
    expect(told(await rules())).toEqual([
      'found Never push to main. lost 2 2',
      'found Always lint the styles. lost 1 1',
      'found Ask me before every migration. degraded 1 1',
    ]);
  });

  it('are those that the user left, corrected and added', async () => {
    const edits: readonly RuleEdit[] = [
      { type: 'removed', found: 'Always lint the styles.' },
      { type: 'corrected', found: 'Ask me before every migration.', text: 'All is well' },
      { type: 'added', text: 'Be brief' },
    ];
    expect(told(await rules(edits))).toEqual([
      'found Never push to main. lost 2 2',
      'corrected All is well lost 1 1',
      'added Be brief lost 1 2',
    ]);
  });

  it('are none where no prompt leaves the context', async () => {
    expect(await rules([], sessionOf('user "Never push."\nassistant "ok"\nuser "Go"\nassistant "ok"'))).toEqual([]);
  });
});
