import { type CompactorFacts, compactorFacts } from '../compactor/compactor-line';
import { parseAnswer } from '../compactor/parse-answer';
import { type PlainMessage, plainMessage } from '../compactor/plain-message';
import { WatchedAnswers } from '../compactor/watched-answers';
import type { LayerId } from '../layers/index';
import type { ContextMessage } from '../layers/shape/context';
import type { OwnAnswer, OwnAsk, OwnLayer } from '../layers/shape/own';

const USUAL_TIMEOUT_MS = 120_000;

/** A message that was not in the context. Roles: `user` for words to the model, `assistant`, `tool` for results. */
export interface NewMessage {
  readonly role: 'user' | 'assistant' | 'tool';
  /** Of words to the model: a summary, unless it says that it is not. */
  readonly kind?: 'summary' | 'injected';
  readonly text?: string;
  readonly parts?: PlainMessage['parts'];
}

type KeptMessage = Pick<PlainMessage, 'id'> & Partial<PlainMessage>;

/** The messages of the new context, in order; undefined leaves it as it is. */
export type CompactAnswer =
  | undefined
  | readonly (KeptMessage | NewMessage)[]
  | {
      readonly messages: readonly (KeptMessage | NewMessage)[];
      /** Tokens that it spent itself. */
      readonly usage?: {
        readonly model?: string;
        readonly input?: number;
        readonly cacheRead?: number;
        readonly cacheWrite?: number;
        readonly output?: number;
      };
      readonly note?: string;
    };

export interface LayerDefinition {
  /** In reports. Different for each layer of a replay. */
  readonly name: string;
  /**
   * `threshold`, the default: when the policy would compact. It replaces the policy's compactions, unless it names one of
   * them in `before`. `always`: before every call.
   */
  readonly when?: 'threshold' | 'always';
  /** The layer of the policy before which it runs; else it is the first. */
  readonly before?: LayerId;
  /** For one answer; 120,000 by default. */
  readonly timeoutMs?: number;
  /** What is given is frozen, and the same from call to call. */
  compact(messages: readonly PlainMessage[], facts: CompactorFacts): CompactAnswer | Promise<CompactAnswer>;
}

export interface DefinedLayer {
  readonly layer: OwnLayer;
  /** For one replay. */
  start(): WatchedAnswers;
}

/** [Z1] A layer of your own, for `replay`. */
export function defineLayer(definition: LayerDefinition): DefinedLayer {
  const { name, when = 'threshold', before } = definition;
  return {
    layer: { name, when, ...(before === undefined ? {} : { before }) },
    start: () => {
      const told = new WeakMap<ContextMessage, PlainMessage>();
      return new WatchedAnswers((ask) => answerOf(definition, ask, told));
    },
  };
}

async function answerOf(
  { compact, timeoutMs = USUAL_TIMEOUT_MS }: LayerDefinition,
  ask: OwnAsk,
  told: WeakMap<ContextMessage, PlainMessage>,
): Promise<OwnAnswer> {
  const messages = ask.context.messages.map((each) => {
    const known = told.get(each) ?? frozen(structuredClone(plainMessage(each, ask.pinned)));
    told.set(each, known);
    return known;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<OwnAnswer>((resolve) => {
    const what = `no answer within ${timeoutMs / 1_000} s`;
    timer = setTimeout(() => resolve({ type: 'failed', kind: 'no-answer', what }), timeoutMs);
  });
  const answered = async (): Promise<OwnAnswer> => {
    try {
      const returned: unknown = await compact(messages, compactorFacts(ask));
      if (returned === undefined) return { type: 'keep' };
      const value: unknown = Array.isArray(returned) ? { messages: returned } : returned;
      return parseAnswer(value, { call: ask.facts.call, messages: ask.context.messages });
    } catch (error) {
      return { type: 'failed', kind: 'no-answer', what: `it threw ${String(error).slice(0, 300)}` };
    }
  };
  try {
    return await Promise.race([answered(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A function that changes what it was given would change it for all later calls. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
