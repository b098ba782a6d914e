import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import { type RuleFate, type RuleState, ruleFates } from '../../fidelity/rules/rule-fates';
import { ruleKey } from '../../fidelity/rules/rule-key';
import { RuleText } from '../../fidelity/rules/rule-text';
import type { SessionRule } from '../../fidelity/rules/session-rules';
import { partTexts } from '../../fidelity/text/part-texts';
import type { Cut } from '../../fidelity/values/cut';
import type { Message } from '../../transcript/transcript';
import type { LossProgress } from './session-losses';

/** [K4] What became of a rule over all compactions of a replay. Rules whose prompts never leave the context are not listed. */
export interface RuleOverSession {
  readonly rule: SessionRule;
  /** Where it was lost or changed first; preserved if every compaction kept it. */
  readonly state: RuleState;
  /** From 0, the call of that compaction; of a preserved one, of the last that kept it. */
  readonly call: number;
  /** Compactions that removed the rule, or a summary with it. */
  readonly compactions: number;
}

/** Yields before each call, because looking at one takes a while. */
export function* rulesOverSession(
  messages: readonly Message[],
  calls: readonly number[],
  cutAt: (call: number) => Cut,
  edits: readonly RuleEdit[],
): Generator<LossProgress, readonly RuleOverSession[]> {
  const known = new Map<string, RuleOverSession>();
  for (const [done, call] of calls.entries()) {
    yield { done, total: calls.length };
    for (const fate of fatesAt(messages, cutAt(call), edits)) {
      const key = keyOf(fate.rule);
      known.set(key, after(known.get(key), fate, call));
    }
  }
  return [...known.values()];
}

function fatesAt(messages: readonly Message[], cut: Cut, edits: readonly RuleEdit[]): readonly RuleFate[] {
  // Cleared results and images take no rule with them.
  const left = cut.left.filter(
    ({ message, part }) => part.kind === 'text' && (message.kind === 'summary' || message.kind === 'prompt'),
  );
  if (left.length === 0) return [];
  const remaining = cut.made.flatMap((part) => [...partTexts(part)]);
  return ruleFates(messages, { ...cut, left }, new RuleText(remaining.join('\n')), edits);
}

function after(before: RuleOverSession | undefined, { rule, state }: RuleFate, call: number): RuleOverSession {
  const compactions = (before?.compactions ?? 0) + 1;
  return before === undefined || before.state === 'preserved'
    ? { rule, state, call, compactions }
    : { ...before, compactions };
}

function keyOf({ origin, found, text }: SessionRule): string {
  return `${origin === 'added' ? 'added' : 'found'} ${ruleKey(found ?? text)}`;
}
