import type { AgentEffort } from '../../agents/agent-definition';
import type { JsonObject } from '../../base/json';
import { asText } from '../../base/json';
import { sentModelId } from '../../economics/model-provider';
import { objectsIn } from '../../prompts/mended-turns';
import type { ModelChoice } from '../journal/entry';

/** The thinking budget of a reply, for models that need one. Forks get this much in addition to their output limit. */
export const THINKING_TOKENS = 8_000;
/** The API's minimum budget. */
const MIN_TOKENS = 1_024;

/** These models require a budget; all others decide themselves, and reject one. */
const WITH_BUDGET = /^claude-(?:3|(?:haiku|sonnet|opus)-4(?:-[0-5])?(?:-\d{8})?$)/;

export function doesThink(model: ModelChoice): boolean {
  return model.type === 'api' && model.thinks;
}

/** The parameter for a request with these turns. It is part of the cached prefix, so forks use the one of the turns. */
export function thinkingOf(
  model: ModelChoice,
  outputLimit: number,
  turns: readonly JsonObject[],
): JsonObject | undefined {
  if (model.type === 'scripted' || !model.thinks) return undefined;
  if (!WITH_BUDGET.test(model.id)) return { type: 'adaptive' };
  const budget = Math.min(THINKING_TOKENS, Math.floor(outputLimit / 2));
  if (budget < MIN_TOKENS || isAmidUnthought(turns)) return undefined;
  return { type: 'enabled', budget_tokens: budget };
}

/** The first of these took no `xhigh`. */
const WITHOUT_XHIGH = /^claude-(?:opus|sonnet)-4-6\b/;

/** Models of OpenAI's that reason. */
const REASONS = /^(?:gpt-5|o\d)/;

/** [O2] For models that decide themselves how much they think; others do not know it. Part of the cached prefix, too. */
export function effortOf(model: ModelChoice, effort: AgentEffort | undefined): JsonObject | undefined {
  if (effort === undefined || model.type === 'scripted') return undefined;
  const id = sentModelId(model.id);
  if (REASONS.test(id)) return { effort };
  if (!id.startsWith('claude-') || WITH_BUDGET.test(id)) return undefined;
  return { effort: effort === 'xhigh' && WITHOUT_XHIGH.test(id) ? 'high' : effort };
}

/**
 * With a budget, a reply whose calls are being answered must start with thinking. A reply from before thinking was
 * enabled does not.
 */
function isAmidUnthought(turns: readonly JsonObject[]): boolean {
  const reply = objectsIn(turns.findLast(({ role }) => role === 'assistant')?.content);
  const first = asText(reply[0]?.type);
  const calls = reply.some(({ type }) => type === 'tool_use');
  return calls && first !== 'thinking' && first !== 'redacted_thinking';
}
