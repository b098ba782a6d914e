import { asArray, asObject, asText, type Json, type JsonObject } from '../../../lib/base/json';
import { turnsOf } from '../api-request';
import { choiceProblems, fieldProblems, integerProblems, type Problems } from './check-fields';

/** The API's minimum for compaction. */
const MIN_COMPACTED = 50_000;

interface Amount {
  readonly types: readonly string[];
  readonly least: number;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  clear_tool_uses_20250919: ['trigger', 'keep', 'clear_at_least', 'clear_tool_inputs', 'exclude_tools'],
  clear_thinking_20251015: ['keep'],
  compact_20260112: ['trigger', 'instructions', 'pause_after_compaction'],
};
const AMOUNTS: Readonly<Record<string, Readonly<Record<string, Amount>>>> = {
  clear_tool_uses_20250919: {
    trigger: { types: ['input_tokens', 'tool_uses'], least: 1 },
    keep: { types: ['tool_uses'], least: 0 },
    clear_at_least: { types: ['input_tokens'], least: 1 },
  },
  clear_thinking_20251015: { keep: { types: ['thinking_turns'], least: 1 } },
  compact_20260112: { trigger: { types: ['input_tokens'], least: MIN_COMPACTED } },
};

/** Validates the fields of the edits. Whether each is allowed at all is checked with the betas. */
export function* contextEditProblems(body: JsonObject): Problems {
  const management = asObject(body.context_management);
  if (management === undefined) return;
  yield* fieldProblems('context_management', management, [], ['edits']);
  const edits = (asArray(management.edits) ?? []).map((edit) => asObject(edit) ?? {});
  const types = edits.map(({ type }) => asText(type) ?? '');
  if (new Set(types).size < types.length) yield 'context_management.edits: each strategy may be given once';
  for (const [index, edit] of edits.entries()) {
    const type = types[index] ?? '';
    const at = `context_management.edits.${index}.${type}`;
    if (!Object.hasOwn(FIELDS, type)) continue;
    yield* fieldProblems(at, edit, ['type'], FIELDS[type] ?? []);
    for (const [name, amount] of Object.entries(AMOUNTS[type] ?? {})) {
      if (edit[name] !== undefined && edit[name] !== 'all') yield* amountProblems(`${at}.${name}`, edit[name], amount);
    }
    if (type !== 'clear_thinking_20251015') continue;
    const thinking = asText(asObject(body.thinking)?.type);
    if (thinking !== 'enabled' && thinking !== 'adaptive') yield `${at}: requires \`thinking\` to be enabled`;
    if (index > 0) yield `${at}: must be the first edit`;
  }
}

function* amountProblems(at: string, value: Json | undefined, { types, least }: Amount): Problems {
  const amount = asObject(value) ?? {};
  yield* fieldProblems(at, amount, ['type', 'value'], []);
  yield* choiceProblems(`${at}.type`, amount.type, types);
  yield* integerProblems(`${at}.value`, amount.value, least);
}

/** Only requests that enable compaction may send one back. */
export function* compactionBlockProblems(body: JsonObject, betas: readonly string[]): Problems {
  if (betas.some((beta) => beta.startsWith('compact-'))) return;
  for (const { path, type } of turnsOf(body).flatMap(({ blocks }) => blocks)) {
    if (type === 'compaction') yield `${path}: \`compaction\` blocks need a beta of compaction`;
  }
}
