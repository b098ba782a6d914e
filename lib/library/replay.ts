import { Refusal } from '../base/failure';
import { isJson } from '../base/json';
import type { OwnAsk } from '../layers/shape/own';
import { policies, policyById } from '../policies/index';
import { parsePolicy } from '../policies/parse-policy';
import { compactingOutside } from '../policies/shape/compacting-outside';
import type { Policy } from '../policies/shape/policy';
import { type ReplayMaterial, replayMaterial } from '../simulator/recorded/replay-material';
import { replay as replayPolicy } from '../simulator/replay/replay';
import { answersOfOwn } from '../simulator/replay/replay-asking';
import { assumed } from '../summarizers/assumed';
import { offline } from '../summarizers/offline';
import { recorded } from '../summarizers/recorded';
import type { Summarizer } from '../summarizers/summarizer';
import type { Transcript } from '../transcript/transcript';
import type { DefinedLayer } from './define-layer';
import { figuresOf, type ReplayFigures } from './figures';

export interface ReplayChoice {
  /** The id of a preset, or a policy as in a policy file; by default `as-recorded`. */
  readonly policy?: string | object;
  /** Made by `defineLayer`, in the order in which they run. */
  readonly layers?: readonly DefinedLayer[];
  /** Where the summaries of the policy's own layers come from; `tokens`: of that length, without content. */
  readonly replies?: 'recorded' | 'offline' | { readonly tokens: number };
  /** Goes back to the recorded context at each recorded compaction. */
  readonly follows?: boolean;
}

/** A recording under a policy, with layers of your own. Throws a `Refusal` if what is chosen does not exist. */
export async function replay(transcript: Transcript, choice: ReplayChoice = {}): Promise<ReplayFigures> {
  const { layers = [], replies = 'recorded', follows = false } = choice;
  const policy = layers.reduce(withCompaction, policyOf(choice.policy ?? 'as-recorded'));
  const names = layers.map(({ layer }) => layer.name);
  if (new Set(names).size < names.length)
    throw new Refusal('Two layers have the same name.', 'Give each layer of a replay a name of its own.');
  const material = replayMaterial(transcript);
  const summarizer = summarizerOf(replies, material);
  const options = { mode: follows ? 'following' : 'free' } as const;
  const started = new Map(layers.map(({ layer, start }) => [layer.name, start()]));
  const answer = async (ask: OwnAsk) => (await started.get(ask.layer)?.answer(ask)) ?? ({ type: 'keep' } as const);
  const given = layers.map(({ layer }) => layer);
  const own = await answersOfOwn(material, policy, summarizer, options, given, answer);
  const withOwn = { ...options, own };
  const simulation = replayPolicy(material, policy, summarizer, withOwn);
  return figuresOf(
    { material, policy, summarizer, options: withOwn, simulation },
    [...started].map(([name, { report }]) => ({ name, ...report })),
  );
}

/** At the threshold it replaces the policy's own compactions, unless it stands in front of one. */
function withCompaction(policy: Policy, { layer: { when, before } }: DefinedLayer): Policy {
  return when === 'threshold' && before === undefined ? compactingOutside(policy, when) : policy;
}

function policyOf(given: string | object): Policy {
  if (typeof given === 'string') {
    const preset = policyById(given);
    if (preset !== undefined) return preset;
    const ids = policies.map(({ id }) => id).join(', ');
    throw new Refusal(`There is no policy "${given}".`, `Use one of ${ids}, or a policy as in a policy file.`);
  }
  const parsed = isJson(given) ? parsePolicy(given) : undefined;
  if (parsed?.ok === true) return parsed.value;
  throw new Refusal(`The policy cannot be used: ${parsed?.error ?? 'it is not JSON'}.`, 'Export one from the page.');
}

function summarizerOf(replies: NonNullable<ReplayChoice['replies']>, material: ReplayMaterial): Summarizer {
  const { transcript, counter } = material;
  if (replies === 'recorded') return recorded(transcript, counter, assumed());
  return replies === 'offline' ? offline(counter) : assumed(replies.tokens);
}
