import { settingsAlone, staysUnder } from '../../layers/bound-layer';
import type { ContextMessage } from '../../layers/shape/context';
import type { Ask, Failure, Reply } from '../../layers/shape/layer';
import { withoutHookAsks } from '../../layers/shape/written-asks';
import { layerByHand } from '../../layers/single-layers';
import type { Policy, PolicyLayer } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { Thresholds } from '../../policies/shape/thresholds';
import { roughMessage } from '../../tokens/rough';
import type { MessageId } from '../../transcript/transcript';
import { Pipeline } from '../pipeline/pipeline';
import type { ReplayMaterial } from '../recorded/replay-material';
import { stretchesOf } from '../recorded/stretches';

/** A context, at the call before which it is compacted. */
export interface CompactionSource {
  readonly call: number;
  /** The recorded messages before it. */
  readonly at: number;
  readonly messages: readonly ContextMessage[];
  /** What precedes them. */
  readonly systemTokens: number;
  /** With them. */
  readonly tokens: number;
  /** Its full compaction is the one that runs. */
  readonly policy: Policy;
  readonly pinned: ReadonlySet<MessageId>;
}

export interface CompactionOptions {
  readonly maxTokens: number;
  readonly focus: string | undefined;
}

export type Compacted =
  | {
      readonly type: 'compacted';
      /** Of the whole context. */
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly messages: readonly ContextMessage[];
    }
  | { readonly type: 'failed'; readonly failure: Failure };

/** [F9] A manual full compaction of one context. It yields its requests; the caller has a model answer them. */
export function* compaction(
  material: ReplayMaterial,
  { call, messages, systemTokens, tokens, policy, pinned }: CompactionSource,
  { maxTokens, focus }: CompactionOptions,
): Generator<Ask, Compacted, Reply> {
  const { transcript, counter, calls, byId } = material;
  const thresholds = thresholdsAt(material, policy, call);
  const outcomes: Compacted[] = [];
  // Hook output for compactions of the session is not part of the tested prompt.
  const { hooks: _, ...withoutHooks } = policy;
  const alone = {
    ...withoutHooks,
    isDisabled: false,
    layers: compactionAlone(policy, maxTokens),
  };
  const pipeline: Pipeline = new Pipeline(
    { policy: alone, counter, asker: 'main', pinned },
    {
      changed: ({ after }) => {
        outcomes.push({
          type: 'compacted',
          tokensBefore: tokens,
          tokensAfter: Math.round(after),
          messages: [...pipeline.ledger.messages],
        });
      },
      failed: (failure) => outcomes.push({ type: 'failed', failure }),
      // No other layer is on.
      noted: () => undefined,
    },
  );
  for (const each of messages) pipeline.enter(each, roughMessage(each.message));
  const facts = {
    call,
    thresholds,
    systemTokens,
    nowMs: calls.timeMs[call],
    measured: undefined,
    wasTaken: false,
    transcript,
    recorded: byId,
  };
  yield* withoutHookAsks(pipeline.command(facts, { type: 'compact', ...(focus === undefined ? {} : { focus }) }));
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('A full compaction is made, or it fails');
  return outcome;
}

/** What such a compaction leaves as it is. */
export function staysAfter(
  material: ReplayMaterial,
  { call, messages, policy, pinned }: CompactionSource,
): readonly ContextMessage[] {
  const { window, auto: threshold } = thresholdsAt(material, policy, call);
  return policyLayers({}).flatMap((standard) =>
    standard.layer === layerByHand
      ? staysUnder(ownLayer(policy, standard), messages, pinned, { window, threshold })
      : [],
  );
}

function thresholdsAt({ transcript, limits }: ReplayMaterial, policy: Policy, call: number): Thresholds {
  const stretch = stretchesOf(transcript, policy, limits).findLast(({ from }) => from <= call);
  if (stretch === undefined) throw new Error('Every call belongs to a stretch');
  return stretch.thresholds;
}

/** With the policy's settings for it, even if it is off. */
function compactionAlone(policy: Policy, maxTokens: number): readonly PolicyLayer[] {
  return policyLayers({}).map((standard) => {
    if (standard.layer !== layerByHand) return standard;
    const own = ownLayer(policy, standard);
    // Id and settings come from the same row of the table.
    return { ...own, isOn: true, settings: settingsAlone(own, maxTokens) } as PolicyLayer;
  });
}

function ownLayer({ layers }: Policy, standard: PolicyLayer): PolicyLayer {
  return layers.find(({ layer }) => layer === standard.layer) ?? standard;
}
