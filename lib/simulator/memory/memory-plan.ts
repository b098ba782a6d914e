import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { tokensOf } from '../../layers/shape/context';
import type { ProjectAsk } from '../../layers/shape/layer';
import { readDreamText } from '../../memory/dreaming/dream-request';
import { builtInCalibration } from '../../tokens/calibrated';
import type { Transcript } from '../../transcript/transcript';
import type { ReplayMaterial } from '../recorded/replay-material';
import { isAsked } from './given-answers';

/** What a model would be asked about memory, by a replay in which rules answer. */
export interface MemoryPlan {
  readonly asks: readonly PlannedAsk[];
  /** [R1] By rules there may be nothing to recall yet: with a model each of these prompts may need a request. */
  readonly morePrompts: number;
  readonly secretsMasked: number;
}

export interface PlannedAsk {
  readonly type: ProjectAsk['type'];
  /** Of its first request, by the counter of the session. */
  readonly tokens: number;
  readonly maxTokens: number;
  /** [A10] At most. */
  readonly requests: number;
  /** The model whose tokenizer counted the tokens. */
  readonly countedFor: string | undefined;
}

/** The plan of one request; undefined if it only confirms what another one saved. */
export function plannedAsk(ask: ProjectAsk, material: ReplayMaterial, mostRequests: number): PlannedAsk | undefined {
  const { transcript, counter } = material;
  const { type, instruction, maxTokens, context } = ask;
  if (!isAsked(ask)) return undefined;
  const before = type === 'recall' ? 0 : tokensOf(context.messages) + systemTokens(transcript, counter);
  return {
    type,
    tokens: Math.round(before + counter.partTokens({ kind: 'text', text: instruction })),
    maxTokens,
    requests:
      type === 'recall' ? 1 : type === 'dream' ? (readDreamText(instruction)?.most ?? mostRequests) : mostRequests,
    countedFor: transcript.models.at(-1),
  };
}

function systemTokens({ system, tools }: Transcript, counter: ReplayMaterial['counter']): number {
  const texts = tools.map(({ schemaText }) => counter.partTokens({ kind: 'text', text: schemaText }));
  return [...system.map((part) => counter.partTokens(part)), ...texts].reduce((sum, tokens) => sum + tokens, 0);
}

export interface MemoryPrice {
  /** At most. */
  readonly requests: number;
  /** Each one asked once. */
  readonly inputTokens: number;
  readonly mostOutputTokens: number;
  /** Each one asked once, the input alone; and with all requests, the longest answers and no cache hit. */
  readonly leastDollars: number | undefined;
  readonly mostDollars: number | undefined;
}

/** An upper bound in output and further requests; the input is estimated from the recorded contexts. */
export function memoryPrice({ asks, morePrompts }: MemoryPlan, id: string): MemoryPrice {
  const model = modelFor(id);
  const recall = asks.findLast(({ type }) => type === 'recall') ?? FIRST_RECALL;
  const price = { requests: 0, inputTokens: 0, mostOutputTokens: 0 };
  let least: number | undefined = 0;
  let most: number | undefined = 0;
  const add = ({ tokens, maxTokens, requests, countedFor }: PlannedAsk, isSure: boolean) => {
    const factor = model.tokensFactor / (countedFor === undefined ? 1 : modelFor(countedFor).tokensFactor);
    const input = Math.round(tokens * factor);
    price.requests += requests;
    price.mostOutputTokens += requests * maxTokens;
    if (isSure) {
      price.inputTokens += input;
      least = sum(least, costOf({ ...NOTHING, input }, model));
    }
    for (let request = 0; request < requests; request++) {
      // Each further one carries the answers before it, and about as much of results.
      const written = input + 2 * request * maxTokens;
      most = sum(most, costOf({ ...NOTHING, cacheWrite5m: written, output: maxTokens }, model));
    }
  };
  for (const ask of asks) add(ask, true);
  for (let prompt = 0; prompt < morePrompts; prompt++) add(recall, false);
  return { ...price, leastDollars: least, mostDollars: most };
}

/** What one request can cost, from its text: the whole of it written to the cache, and the longest answer. */
export function mostOfRequest(body: string, maxTokens: number, id: string): number | undefined {
  const model = modelFor(id);
  const cacheWrite5m = Math.round(builtInCalibration.textTokens(body) * model.tokensFactor);
  return costOf({ ...NOTHING, cacheWrite5m, output: maxTokens }, model);
}

const NOTHING = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };

/** A prompt, and a list of a few memories. */
const FIRST_RECALL: PlannedAsk = { type: 'recall', tokens: 500, maxTokens: 256, requests: 1, countedFor: undefined };

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
