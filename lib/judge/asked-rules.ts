import { ruleKey } from '../fidelity/rules/rule-key';
import type { SessionRule, SessionRules } from '../fidelity/rules/session-rules';
import { userRules } from '../fidelity/rules/user-rules';

/** [K4] The rules that a judge asks about: those of the session, as the user edited them. */
export interface AskedRules {
  readonly rules: readonly SessionRule[];
  /** A question must not contain a rule: it would answer the one about rules. */
  isSaidIn(text: string): boolean;
}

export function askedRules({ rules, removed }: SessionRules): AskedRules {
  const keys = rules.map(({ text }) => ruleKey(text));
  const noRules = new Set(removed.map(({ found }) => ruleKey(found)));
  return {
    rules,
    isSaidIn: (text) => {
      const said = ruleKey(text);
      return keys.some((key) => said.includes(key)) || userRules(text).some((rule) => !noRules.has(ruleKey(rule.text)));
    },
  };
}
