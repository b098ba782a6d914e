import { optional } from '../../base/optional';
import { atOnce } from '../../base/steps/steps';
import type { CachePlace } from '../../economics/prompt-cache';
import type { ContextMessage } from '../../layers/shape/context';
import type { Policy } from '../../policies/shape/policy';
import type { Summarizer } from '../../summarizers/summarizer';
import type { CountedTerms } from '../pipeline/context-size';
import type { Verdict } from '../pipeline/verdict';
import type { ReplayMaterial } from '../recorded/replay-material';
import { beforeReplay, Replay, type ReplayOptions, type ReplaySteps } from './replay';

/** One call of a replay: what was added before it, what the policy did, and why. */
export interface ReplayedCall {
  readonly call: number;
  readonly before: readonly ContextMessage[];
  /** What the call carried. */
  readonly after: readonly ContextMessage[];
  /** [G5] In order. */
  readonly verdicts: readonly Verdict[];
  /** [T2] As the gate saw it; missing if the session was already dead. */
  readonly counted?: CountedTerms;
  /** Where the messages start to differ from the previous request. */
  readonly unchanged: CachePlace;
  /** What precedes the messages. */
  readonly systemTokens: number;
  /** [X1] The session was dead before this call, or died with it: nothing was sent. */
  readonly isDead: boolean;
}

/** Calls between two checkpoints. */
const SPACING = 256;

/** Looks up single calls of a replay. Contexts are not stored: they are rebuilt from the nearest checkpoint. */
export class ReplayLookup {
  private readonly places: Replay[] = [];
  /** Before the last call that was looked up: calls are often looked up in order. */
  private recent: Replay | undefined;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly policy: Policy,
    private readonly summarizer: Summarizer,
    private readonly options: ReplayOptions = {},
  ) {}

  at(call: number): ReplayedCall {
    return atOnce(this.inSteps(call));
  }

  /** Several may be on their way at a time. */
  *inSteps(call: number): ReplaySteps<ReplayedCall> {
    yield* beforeReplay(this.material, this.options.mode);
    const run = this.startFor(call).clone();
    for (let next = this.places.length * SPACING; next < call; next += SPACING) {
      yield* run.stepsTo(next - 1);
      // Another may have been here meanwhile.
      if (run.next === next && this.places.length * SPACING === next) this.places.push(run.clone());
    }
    yield* run.stepsTo(call - 1);
    this.recent = run.clone();
    const systemTokens = this.material.unchanged(this.options.mode ?? 'free').systemTokens[call] ?? 0;
    if (run.deadAt !== undefined) {
      const { unchanged, messages: held } = run.pipeline.ledger;
      const messages = [...held];
      return { call, before: messages, after: messages, verdicts: [], unchanged, systemTokens, isDead: true };
    }
    const verdicts: Verdict[] = [];
    let counted: CountedTerms | undefined;
    run.judged = (verdict) => {
      verdicts.push(verdict);
      if (verdict.by === 'gate') counted = run.pipeline.countedTerms;
    };
    const before = run.prepare(call);
    // Another policy may have come with the call, and with it another ledger.
    const { ledger } = run.pipeline;
    return {
      call,
      before,
      after: [...ledger.messages],
      verdicts,
      ...optional('counted', counted),
      unchanged: ledger.unchanged,
      systemTokens,
      isDead: run.deadAt !== undefined,
    };
  }

  private startFor(call: number): Replay {
    this.places[0] ??= new Replay(this.material, this.policy, this.summarizer, this.options);
    const start = this.places[Math.min(Math.floor(call / SPACING), this.places.length - 1)];
    if (start === undefined) throw new Error('A lookup starts with one place');
    const { recent } = this;
    return recent !== undefined && recent.next <= call && recent.next > start.next ? recent : start;
  }
}

export function replayedCall(
  material: ReplayMaterial,
  policy: Policy,
  summarizer: Summarizer,
  call: number,
  options: ReplayOptions = {},
): ReplayedCall {
  return new ReplayLookup(material, policy, summarizer, options).at(call);
}
