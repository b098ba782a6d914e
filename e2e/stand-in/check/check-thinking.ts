import { asObject, asText, type JsonObject } from '../../../lib/base/json';
import { type Turn, turnsOf } from '../api-request';
import type { StandInModel } from '../models';
import { choiceProblems, fieldProblems, integerProblems, type Problems } from './check-fields';

const SMALLEST_BUDGET = 1_024;

export function* thinkingProblems(body: JsonObject, { thinking: taken }: StandInModel): Problems {
  yield* effortProblems(body, taken);
  if (body.thinking === undefined) return;
  const thinking = asObject(body.thinking) ?? {};
  const type = asText(thinking.type) ?? '';
  yield* choiceProblems('thinking.type', type, ['adaptive', 'enabled', 'disabled', 'between_tools']);
  if (!taken.some((known) => known === type)) {
    yield `"thinking.type.${type}" is not supported for this model. Use ${taken.map((known) => `"thinking.type.${known}"`).join(' or ')}.`;
  }
  const display = type === 'enabled' || type === 'adaptive' ? ['display'] : [];
  yield* fieldProblems(
    `thinking.${type}`,
    thinking,
    type === 'enabled' ? ['type', 'budget_tokens'] : ['type'],
    display,
  );
  if (type !== 'enabled') return;
  yield* integerProblems('thinking.enabled.budget_tokens', thinking.budget_tokens, SMALLEST_BUDGET);
  if (body.max_tokens !== undefined && Number(body.max_tokens) <= Number(thinking.budget_tokens)) {
    yield '`max_tokens` must be greater than `thinking.budget_tokens`.';
  }
  yield* beginningProblems(turnsOf(body));
}

/** Only models that decide themselves how much they think know it. */
function* effortProblems({ output_config: config }: JsonObject, taken: StandInModel['thinking']): Problems {
  if (config === undefined) return;
  const given = asObject(config) ?? {};
  yield* fieldProblems('output_config', given, [], ['effort', 'format']);
  yield* choiceProblems('output_config.effort', given.effort, ['low', 'medium', 'high', 'xhigh', 'max']);
  if (given.effort !== undefined && !taken.includes('adaptive')) {
    yield 'This model does not support the effort parameter.';
  }
}

/** While calls are being answered, their reply must still start with its thinking. */
function* beginningProblems(turns: readonly Turn[]): Problems {
  const reply = turns.findLast(({ role }) => role === 'assistant');
  const first = reply?.blocks[0];
  if (reply === undefined || first === undefined || !reply.blocks.some(({ type }) => type === 'tool_use')) return;
  if (first.type === 'thinking' || first.type === 'redacted_thinking') return;
  yield `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
}
