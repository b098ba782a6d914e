import type { Failure } from '../../base/failure';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { policyOfAgent } from '../../policies/index';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { notOvertaken } from '../../worker/wire/latest-only';
import { whatIfView } from '../simulate/simulated-session';
import type { BoundaryKind, PlacedBoundary } from './experiment-record';
import type { OpenedFor, SessionEngine } from './session-engines';

/** A place where a session can be compacted. */
export interface OfferedBoundary {
  readonly kind: BoundaryKind;
  /** From 0. */
  readonly call: number;
  readonly place: CompactionPlace;
}

export type BoundaryFigures = Pick<
  PlacedBoundary,
  'messages' | 'tokens' | 'model' | 'hasRecordedSummary' | 'secretsMasked'
>;

type Asked = Pick<SessionEngine, 'ask'>;

/** The calls before which the recording was compacted. What was compacted before the first one is not in the file. */
export function recordedBoundaries({ timeline }: Pick<OpenedFor, 'timeline'>): readonly OfferedBoundary[] {
  const { events, calls } = timeline;
  const compacted = events
    .filter(({ kind, call }) => kind === 'full' && call > 0 && call < calls)
    .map(({ call }) => call);
  return [...new Set(compacted)].map((call) => ({ kind: 'recorded', call, place: { type: 'recording', call } }));
}

export function lastBoundary({ timeline }: Pick<OpenedFor, 'timeline'>): readonly OfferedBoundary[] {
  const call = timeline.calls - 1;
  return call < 0 ? [] : [{ kind: 'last', call, place: { type: 'recording', call } }];
}

/** Where the rules of its agent, or of Claude Code, would compact it. */
export async function simulatedBoundaries(engine: Asked, { summary }: OpenedFor): Promise<readonly OfferedBoundary[]> {
  const choice = whatIfView(policyOfAgent(summary.agent) ?? claudeCodeCurrent);
  const { simulation } = await engine.ask('compare-policy', choice);
  const compacted = simulation.compactions.filter(({ turn }) => turn === 'gate').map(({ call }) => call);
  return [...new Set(compacted)].map((call) => ({
    kind: 'simulated',
    call,
    place: { type: 'simulation', call, choice },
  }));
}

/** What would be sent there. Fails if there is nothing to summarise. */
export async function boundaryFigures(
  engine: Asked,
  { place }: OfferedBoundary,
  signal: AbortSignal,
): Promise<Result<BoundaryFigures, Failure>> {
  const point = await engine.ask('compaction-point', { place }, { signal });
  const { model, recordedSummary } = notOvertaken(point);
  const answer = await engine.ask('compaction-preview', { place, prompt: '', maxTokens: 0 }, { signal });
  const preview = notOvertaken(answer);
  if (preview.type === 'failed') return fail(preview.failure);
  const { messages, tokens, secretsMasked } = preview;
  return ok({
    messages,
    tokens,
    hasRecordedSummary: recordedSummary?.isOwn === true,
    secretsMasked,
    ...optional('model', model),
  });
}

/** Of many, as many as are usually enough, spread over the session. */
export function spreadOut<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const places = Array.from({ length: most }, (_, place) => Math.round((place * (items.length - 1)) / (most - 1)));
  return places.flatMap((place) => items[place] ?? []);
}
