import { asArray, asObject, asText, type JsonObject } from '../../../lib/base/json';
import { blocksOf, type Turn, turnsOf } from '../api-request';
import type { StandInModel } from '../models';
import { blockProblems } from './check-blocks';
import { choiceProblems, fieldProblems, type Problems } from './check-fields';

const MAX_MESSAGES = 100_000;

export function* messageProblems(body: JsonObject, model: StandInModel): Problems {
  const messages = asArray(body.messages);
  if (messages === undefined) {
    yield 'messages: Input should be a valid list';
    return;
  }
  if (messages.length === 0) yield 'messages: at least one message is required';
  if (messages.length > MAX_MESSAGES) yield `messages: at most ${MAX_MESSAGES} messages are allowed`;
  for (const [index, item] of messages.entries())
    yield* shapeProblems(asObject(item), `messages.${index}`, index === messages.length - 1);
  const turns = turnsOf(body);
  if (turns[0]?.role === 'assistant') yield 'messages: first message must use the "user" role';
  yield* pairingProblems(turns);
  const last = turns.at(-1);
  if (last?.role === 'assistant') yield* finalReplyProblems(last, model);
}

function* shapeProblems(message: JsonObject | undefined, path: string, isLast: boolean): Problems {
  if (message === undefined) {
    yield `${path}: Input should be a valid dictionary`;
    return;
  }
  yield* fieldProblems(path, message, ['role', 'content'], []);
  yield* choiceProblems(`${path}.role`, message.role, ['user', 'assistant']);
  if (typeof message.content !== 'string' && asArray(message.content) === undefined) {
    yield `${path}.content: Input should be a valid list`;
  }
  const blocks = blocksOf(message.content, `${path}.content`);
  const isEmpty = message.content === '' || blocks.length === 0;
  if (isEmpty && !(isLast && message.role === 'assistant')) {
    yield `${path}: all messages must have non-empty content except for the optional final assistant message`;
  }
  const place = message.role === 'assistant' ? 'assistant' : 'user';
  if (!isEmpty) for (const block of blocks) yield* blockProblems(block, place);
}

/** Every call of a turn is answered at the start of the next turn, once, and nothing else is. */
function* pairingProblems(turns: readonly Turn[]): Problems {
  const seen = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'user') {
      yield* answersProblems(turn, turns[index - 1]);
      continue;
    }
    const ids = callIds(turn);
    for (const id of ids) {
      if (seen.has(id)) yield `${turn.path}: \`tool_use\` ids must be unique`;
      seen.add(id);
    }
    const answered = leadingResults(turns[index + 1]);
    const missing = ids.filter((id) => !answered.includes(id));
    if (missing.length > 0) {
      yield `${turn.path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
  }
}

function* answersProblems(turn: Turn, before: Turn | undefined): Problems {
  const asked = callIds(before);
  const answered = new Set<string>();
  for (const { path, type, value } of turn.blocks) {
    if (type !== 'tool_result') continue;
    const id = asText(value.tool_use_id) ?? '';
    if (!asked.includes(id)) {
      yield `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    if (answered.has(id)) {
      yield `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
    }
    answered.add(id);
  }
}

function callIds(turn: Turn | undefined): readonly string[] {
  if (turn?.role !== 'assistant') return [];
  return turn.blocks.flatMap(({ type, value }) => (type === 'tool_use' ? (asText(value.id) ?? '') : []));
}

function leadingResults(turn: Turn | undefined): readonly string[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex(({ type }) => type !== 'tool_result');
  return blocks.slice(0, end === -1 ? blocks.length : end).map(({ value }) => asText(value.tool_use_id) ?? '');
}

function* finalReplyProblems(turn: Turn, { takesPrefill }: StandInModel): Problems {
  if (!takesPrefill) {
    yield 'This model does not support assistant message prefill. The conversation must end with a user message.';
  }
  const last = turn.blocks.at(-1);
  if (last?.type === 'thinking' || last?.type === 'redacted_thinking') {
    yield `${turn.path}: The final block in an assistant message cannot be \`thinking\`.`;
  }
  if (last?.type === 'text' && /\s$/.test(asText(last.value.text) ?? '')) {
    yield 'messages: final assistant content cannot end with trailing whitespace';
  }
}
