import type { Mutable } from '../../base/mutable';
import { standardNotePrompt } from '../../layers/note/note-instruction';
import type { Context } from '../../layers/shape/context';
import type { ContextStats, Env } from '../../layers/shape/layer';
import type { Memory } from '../../layers/shape/memory';
import { standardSummaryPrompt } from '../../layers/shape/summary-instruction';
import type { MessageId } from '../../transcript/transcript';
import type { CallFacts } from './call-facts';
import type { ContextLedger } from './context-ledger';
import type { PipelineSetup } from './pipeline-setup';

/** Of the run so far. */
type SoFar = Pick<Env, 'used' | 'lastAssistantMs' | 'explainsIdle' | 'hasOpenAsk' | 'ofNewTurn'> & {
  readonly opening: number;
};

/**
 * What layers see. They must not keep it, so one object serves all calls: creating one for each would take a considerable
 * part of a replay's time.
 */
export class LayerView {
  readonly stats: Mutable<ContextStats>;
  readonly context: Mutable<Context>;
  private made: Mutable<Env> | undefined;

  constructor(
    private readonly setup: PipelineSetup,
    private readonly ledger: ContextLedger,
    memory: Memory,
    /** Constant while the view exists. */
    private readonly tools: Pick<Env, 'toolsCalled' | 'exemptTools'>,
  ) {
    this.context = { messages: ledger.messages, memory, index: ledger };
    this.stats = {
      mediaBytes: 0,
      liveClearableResults: 0,
      clearableTokens: 0,
      index: ledger,
      memory,
      freshResults: 0,
    };
  }

  get env(): Env {
    if (this.made === undefined) throw new Error('Nothing is known of the call yet');
    return this.made;
  }

  bringUpToDate(facts: CallFacts, memory: Memory, soFar: SoFar): void {
    const { used, opening, lastAssistantMs, explainsIdle, hasOpenAsk, ofNewTurn } = soFar;
    const { ledger, stats, context } = this;
    stats.mediaBytes = ledger.mediaBytes;
    stats.liveClearableResults = ledger.clearableResults;
    stats.clearableTokens = ledger.clearableTokens;
    stats.memory = memory;
    context.messages = ledger.messages;
    context.memory = memory;
    this.made ??= this.firstEnv(facts, soFar);
    const { made } = this;
    const { thresholds } = facts;
    made.window = thresholds.window;
    made.effective = thresholds.effective;
    made.threshold = thresholds.auto;
    made.used = used;
    made.systemTokens = facts.systemTokens + opening;
    made.call = facts.call;
    made.nowMs = facts.nowMs;
    made.lastAssistantMs = lastAssistantMs;
    made.explainsIdle = explainsIdle;
    made.hasOpenAsk = hasOpenAsk;
    made.ofNewTurn = ofNewTurn;
    made.pinned = this.pinnedWith(facts.open);
  }

  private pinnedWith(open: ReadonlySet<MessageId> | undefined): ReadonlySet<MessageId> {
    const { pinned } = this.setup;
    if (open === undefined) return pinned;
    return pinned.size === 0 ? open : new Set([...pinned, ...open]);
  }

  private firstEnv({ transcript, recorded, thresholds, ...facts }: CallFacts, soFar: SoFar): Mutable<Env> {
    const { asker, counter, pinned, policy } = this.setup;
    return {
      counter,
      pinned,
      hooks: policy.hooks,
      summaryPrompt: policy.summaryPrompt ?? standardSummaryPrompt,
      notePrompt: policy.notePrompt ?? standardNotePrompt,
      focus: undefined,
      partial: undefined,
      gapTokens: undefined,
      window: thresholds.window,
      effective: thresholds.effective,
      threshold: thresholds.auto,
      used: soFar.used,
      systemTokens: facts.systemTokens + soFar.opening,
      trigger: 'auto',
      transcript,
      recorded,
      call: facts.call,
      nowMs: facts.nowMs,
      lastAssistantMs: soFar.lastAssistantMs,
      isMainThread: asker === 'main',
      explainsIdle: soFar.explainsIdle,
      hasOpenAsk: soFar.hasOpenAsk,
      ofNewTurn: soFar.ofNewTurn,
      toolsCalled: this.tools.toolsCalled,
      exemptTools: this.tools.exemptTools,
    };
  }
}
