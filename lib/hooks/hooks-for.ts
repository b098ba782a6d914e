import { asText, type JsonObject } from '../base/json';
import { isHookEvent, matchedBy } from './hook-events';
import type { Hook } from './hook-settings';
import { matches } from './matcher';
import { parseRule, ruleMatches } from './permissions';

/** What happened, as hooks are told. */
export interface ToldEvent {
  readonly event: string;
  readonly input: JsonObject;
}

/** [H2] [H3] The hooks that an event runs, in order; the same hook of two sources runs once. */
export function hooksFor({ event, input }: ToldEvent, hooks: readonly Hook[]): readonly Hook[] {
  if (!isHookEvent(event)) return [];
  const value = matchedBy(event, input);
  const seen = new Set<string>();
  return hooks.filter((hook) => {
    if (hook.event !== event || !matches(hook.matcher, value) || !fulfils(input, hook)) return false;
    const key = JSON.stringify(hook.handler);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function fulfils(input: JsonObject, { condition }: Hook): boolean {
  const tool = asText(input.tool_name);
  if (condition === undefined || tool === undefined) return true;
  const rule = parseRule(condition);
  return rule.ok && ruleMatches({ effect: 'ask', ...rule.value }, { tool, input: input.tool_input ?? null });
}
