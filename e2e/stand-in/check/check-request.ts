import { asArray, asObject, asText, type JsonObject } from '../../../lib/base/json';
import { blocksOf } from '../api-request';
import type { StandInModel } from '../models';
import { blockProblems } from './check-blocks';
import { cacheControlProblems } from './check-cache-control';
import { compactionBlockProblems, contextEditProblems } from './check-context-edits';
import { choiceProblems, fieldProblems, integerProblems, type Problems, textProblems } from './check-fields';
import { messageProblems } from './check-messages';
import { thinkingProblems } from './check-thinking';
import { toolProblems } from './check-tools';

export interface RequestFrame {
  readonly model: StandInModel;
  readonly version: string;
  readonly betas: readonly string[];
  /** Only counts tokens. */
  readonly isCount: boolean;
}

const EDITS: Readonly<Record<string, string>> = {
  clear_tool_uses_20250919: 'context-management-2025-06-27',
  clear_thinking_20251015: 'context-management-2025-06-27',
  compact_20260112: 'compact-2026-01-12',
};
const COUNTED = ['system', 'tools', 'tool_choice', 'thinking', 'cache_control', 'output_config'];
const ANSWERED = [...COUNTED, 'stream', 'stop_sequences', 'metadata', 'service_tier'];
/** Removed in the latest version of the API. */
const SAMPLING = ['temperature', 'top_p', 'top_k'];

export function* requestProblems(body: JsonObject, frame: RequestFrame): Problems {
  const { model, version, betas, isCount } = frame;
  yield* fieldProblems('', body, isCount ? ['model', 'messages'] : ['model', 'messages', 'max_tokens'], [
    ...(isCount ? COUNTED : ANSWERED),
    ...(version === '2023-06-01' && !isCount ? SAMPLING : []),
    ...(Object.values(EDITS).some((beta) => betas.includes(beta)) ? ['context_management'] : []),
    ...(betas.includes('compact-2026-09-04') ? ['compaction'] : []),
  ]);
  yield* integerProblems('max_tokens', body.max_tokens, 1);
  if (Number(body.max_tokens) > model.maxOutputTokens) {
    yield `max_tokens: ${body.max_tokens} > ${model.maxOutputTokens}, which is the maximum allowed number of output tokens for ${model.id}`;
  }
  yield* choiceProblems('stream', body.stream, [true, false]);
  yield* stopSequenceProblems(body);
  yield* systemProblems(body);
  yield* toolProblems(body);
  yield* thinkingProblems(body, model);
  yield* cacheControlProblems(body);
  yield* messageProblems(body, model);
  yield* contextProblems(body, betas);
  yield* contextEditProblems(body);
  yield* compactionBlockProblems(body, betas);
}

function* stopSequenceProblems({ stop_sequences: given }: JsonObject): Problems {
  if (given === undefined) return;
  if (asArray(given) === undefined) yield 'stop_sequences: Input should be a valid list';
  for (const [index, item] of (asArray(given) ?? []).entries()) {
    yield* textProblems(`stop_sequences.${index}`, item);
    if (asText(item)?.trim() === '') yield 'stop_sequences: each stop sequence must contain non-whitespace';
  }
}

function* systemProblems({ system }: JsonObject): Problems {
  if (system === undefined || system === '') return;
  if (typeof system !== 'string' && asArray(system) === undefined) yield 'system: Input should be a valid list';
  for (const block of blocksOf(system, 'system')) yield* blockProblems(block, 'system');
}

function* contextProblems(body: JsonObject, betas: readonly string[]): Problems {
  const { context_management: management, compaction } = body;
  if (management !== undefined && compaction !== undefined) {
    yield 'compaction: cannot be combined with `context_management`';
  }
  if (compaction !== undefined) {
    const config = asObject(compaction) ?? {};
    yield* fieldProblems('compaction', config, ['type'], ['instructions']);
    yield* choiceProblems('compaction.type', config.type, ['summarize']);
  }
  for (const [index, item] of (asArray(asObject(management)?.edits) ?? []).entries()) {
    const type = asText(asObject(item)?.type) ?? '';
    const beta = Object.hasOwn(EDITS, type) ? EDITS[type] : undefined;
    if (beta === undefined || !betas.includes(beta)) {
      yield `context_management.edits.${index}: Input tag '${type}' found using 'type' does not match any of the expected tags`;
    }
  }
}
