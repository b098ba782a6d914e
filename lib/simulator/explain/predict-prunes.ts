import { prunedBy } from '../../layers/bound-layer';
import type { Pruning } from '../../layers/shape/layer';
import { textOfResult } from '../../layers/shape/stored-result';
import { pruneLayer } from '../../layers/single-layers';
import { turnEnds } from '../../memory/extraction/turn-ends';
import { withPrunesOn } from '../../policies/index';
import type { Policy, PolicyLayer } from '../../policies/shape/policy';
import { RecordedContextWalker, recordedContextAt } from '../../transcript/recorded-context';
import type { Boundary, ToolCallId, Transcript } from '../../transcript/transcript';
import { hasReplaced, withReplacedLengths } from '../recorded/replaced-texts';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import { withCleared } from './compaction-sources';

/** [P3] The policy's prediction for one recorded prune. */
export interface PruneCheck {
  /** Index in the transcript's boundaries. */
  readonly boundary: number;
  /** The first call after it. */
  readonly call: number;
  readonly recorded: number;
  /** Of the recorded results, those that the policy keeps. */
  readonly missed: number;
  /** What it clears beyond them. */
  readonly extra: number;
  /** By how many tokens its count was off, if nothing else makes a difference. */
  readonly tokensOff?: number;
  readonly causes: readonly PruneCause[];
}

export type PruneCause = 'texts-replaced';

export interface PrunePredictions {
  readonly checks: readonly PruneCheck[];
  /** The ends of other turns at which it would prune, by the next call. */
  readonly elsewhere: readonly { readonly call: number; readonly results: number }[];
  /** The turns whose end was looked at. */
  readonly turns: number;
}

const NOTHING: PrunePredictions = { checks: [], elsewhere: [], turns: 0 };

/** Each recorded prune separately: before it, the context is the recorded one. */
export function predictPrunes(material: ReplayMaterial, policy: Policy): PrunePredictions {
  const { transcript } = material;
  const prunes = transcript.boundaries.flatMap((boundary, index) => (isPrune(boundary) ? [{ boundary, index }] : []));
  const actual = prunes.length === 0 ? policy : withPrunesOn(policy);
  const row = actual.layers.find(({ layer, isOn }) => isOn && layer === pruneLayer);
  if (row === undefined) return NOTHING;
  const exemptTools = new Set(actual.exemptTools);
  const counted = { ...material, messages: withReplacedLengths(material.messages, material.counter) };
  const pruned = (context: ReturnType<typeof recordedContextAt>) => pruningAt(counted, row, context, exemptTools);
  const checks = prunes.flatMap(({ boundary, index }): PruneCheck[] => {
    const before = { ...transcript, boundaries: transcript.boundaries.slice(0, index) };
    const pruning = pruned(recordedContextAt(before, boundary.at));
    return pruning === undefined ? [] : [checkOf(transcript, boundary, index, pruning)];
  });
  const ends = endsOf(transcript);
  const walker = new RecordedContextWalker(transcript);
  const elsewhere = ends.flatMap((at) => {
    if (transcript.boundaries.some((boundary) => boundary.kind !== 'rewind' && boundary.at === at)) return [];
    walker.moveTo(at);
    const results = pruned(walker)?.cleared.length ?? 0;
    return results === 0 ? [] : [{ call: firstCallFrom(transcript, at), results }];
  });
  return { checks, elsewhere, turns: ends.length };
}

function isPrune({ kind, clearedToolCallIds = [] }: Boundary): boolean {
  return kind === 'prune' && clearedToolCallIds.length > 0;
}

/** The positions behind the last replies of turns. */
function endsOf(transcript: Transcript): readonly number[] {
  return [...turnEnds(transcript).entries()].flatMap(([at, isEnd]) => (isEnd === 1 ? [at + 1] : []));
}

function pruningAt(
  { messages, counter }: ReplayMaterial,
  row: PolicyLayer,
  { messages: places, clearedToolCallIds: cleared }: ReturnType<typeof recordedContextAt>,
  exemptTools: ReadonlySet<string>,
): Pruning | undefined {
  const context = places.flatMap((place) => {
    const message = messages[place];
    return message === undefined ? [] : [withCleared(message, cleared, counter)];
  });
  return prunedBy(row, context, { exemptTools, pinned: new Set() });
}

function checkOf(transcript: Transcript, boundary: Boundary, index: number, pruning: Pruning): PruneCheck {
  const recorded = new Set(boundary.clearedToolCallIds);
  const cleared = new Set(pruning.cleared);
  const missed = [...recorded].filter((id) => !cleared.has(id)).length;
  const extra = pruning.cleared.filter((id) => !recorded.has(id)).length;
  const check = {
    boundary: index,
    call: firstCallFrom(transcript, boundary.at),
    recorded: recorded.size,
    missed,
    extra,
  };
  const tokensOff = missed + extra === 0 ? 0 : tokensOffOf(pruning, recorded);
  if (tokensOff === undefined) return { ...check, causes: [] };
  const isReplaced = tokensOff !== 0 && hasReplacedTexts(transcript, pruning);
  return { ...check, tokensOff, causes: isReplaced ? ['texts-replaced'] : [] };
}

/** If the recorded results are the oldest of what was counted, only the line was missed. */
function tokensOffOf({ lookedAt, protectedTokens }: Pruning, recorded: ReadonlySet<ToolCallId>): number | undefined {
  const first = lookedAt.findIndex(({ callId }) => recorded.has(callId));
  const isOldest = first !== -1 && lookedAt.slice(first).every(({ callId }) => recorded.has(callId));
  if (!isOldest || lookedAt.length - first !== recorded.size) return undefined;
  const short = (lookedAt[first]?.total ?? 0) - protectedTokens;
  return short <= 0 ? short : Math.max(0, (lookedAt[first - 1]?.total ?? 0) - protectedTokens);
}

function hasReplacedTexts({ messages }: Transcript, { lookedAt }: Pruning): boolean {
  const counted = new Set(lookedAt.map(({ callId }) => callId));
  return messages.some(({ parts }) =>
    parts.some((part) => part.kind === 'tool-result' && counted.has(part.callId) && hasReplaced(textOfResult(part))),
  );
}
