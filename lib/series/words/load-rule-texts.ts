import type { RuleText } from './rule-text';

export type RuleTexts = ReadonlyMap<string, RuleText>;

let loading: Promise<RuleTexts> | undefined;

/** All of them together, when the first is wanted: they are no part of the first page. */
export function loadRuleTexts(): Promise<RuleTexts> {
  loading ??= import('./rule-texts.json').then(
    (module) => new Map<string, RuleText>(Object.entries(module.default)),
    (reason: unknown) => {
      // The server may be back when the next one is looked at.
      loading = undefined;
      throw reason;
    },
  );
  return loading;
}
