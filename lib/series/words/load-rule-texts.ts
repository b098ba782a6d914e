import type { RuleText } from './rule-text';

export type RuleTexts = ReadonlyMap<string, RuleText>;

let loading: Promise<RuleTexts> | undefined;

/** Loaded together when the first is needed: they are not part of the first page. */
export function loadRuleTexts(): Promise<RuleTexts> {
  loading ??= import('./rule-texts.json').then(
    (module) => new Map<string, RuleText>(Object.entries(module.default)),
    (reason: unknown) => {
      // The server may be back for the next attempt.
      loading = undefined;
      throw reason;
    },
  );
  return loading;
}
