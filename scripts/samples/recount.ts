import { asCount, asObject, asTimeMs, type JsonObject } from '../../lib/base/json';
import { ContextLedger } from './context-ledger';
import { agentEstimate, amountsIn, NOTHING, sumOf, tokensOf } from './text-amount';

/**
 * Recomputes the usage of every reply and the size before every compaction from what precedes them. A recorded count
 * that is plausible for a tokenizer is kept; others are estimated. So a consistent session does not change.
 */
export function recount(records: readonly JsonObject[]): readonly JsonObject[] {
  const session = new SessionCount(records);
  return records.map((record, index) => {
    if (record.subtype === 'compact_boundary') return session.compact(record);
    if (record.type === 'assistant') return session.reply(record, index);
    session.add(record);
    return record;
  });
}

class SessionCount {
  private readonly ledger: ContextLedger;
  private readonly isCachedForAnHour: boolean;
  /** Based on the recorded numbers. */
  private recordedContext: number;
  private added = NOTHING;
  private replyId: unknown;
  private usage: JsonObject = {};
  private output = 0;

  constructor(private readonly records: readonly JsonObject[]) {
    this.isCachedForAnHour = records.some(
      (record) => (asCount(asObject(usageOf(record)?.cache_creation)?.ephemeral_1h_input_tokens) ?? 0) > 0,
    );
    this.ledger = new ContextLedger(this.isCachedForAnHour ? '1h' : '5m');
    this.recordedContext = this.ledger.contextTokens;
  }

  add(record: JsonObject): void {
    for (const amount of amountsIn(record)) {
      this.added = sumOf([this.added, amount]);
      this.ledger.estimate(agentEstimate(amount));
    }
  }

  compact(record: JsonObject): JsonObject {
    const preTokens = this.ledger.usedTokens;
    this.ledger.compact(timeOf(record));
    this.recordedContext = this.ledger.contextTokens;
    this.added = NOTHING;
    return { ...record, compactMetadata: { ...asObject(record.compactMetadata), preTokens } };
  }

  /** One of the records of a reply. All have its input, and the last one its output. */
  reply(record: JsonObject, index: number): JsonObject {
    const message = asObject(record.message);
    const rest = this.records.slice(index + 1).filter((other) => asObject(other.message)?.id === message?.id);
    if (message?.id !== this.replyId) this.request(record, rest, index + 1);
    this.replyId = message?.id;
    const output = rest.length === 0 ? this.output : (asCount(usageOf(record)?.output_tokens) ?? 1);
    const usage = { ...this.usage, output_tokens: output, service_tier: 'standard' };
    return { ...record, message: { ...message, usage } };
  }

  private request(first: JsonObject, rest: readonly JsonObject[], line: number): void {
    if (this.ledger.mustCompact) {
      throw new Error(`Line ${line}: compaction is due before this reply, at ${this.ledger.usedTokens} tokens`);
    }
    const recorded = usageOf(first);
    const recordedInput = inputOf(recorded);
    const recordedOutput = asCount(usageOf(rest.at(-1) ?? first)?.output_tokens);
    this.ledger.add(tokensOf(this.added, recordedInput && recordedInput - this.recordedContext));
    this.added = NOTHING;
    this.output = tokensOf(sumOf([first, ...rest].flatMap(amountsIn)), recordedOutput);
    const behind = asCount(recorded?.input_tokens) ?? 2;
    const { input, cacheRead, cacheWrite } = this.ledger.request(timeOf(first), behind, this.output);
    if (recordedInput !== undefined) this.recordedContext = recordedInput + (recordedOutput ?? 0);
    this.usage = {
      input_tokens: input,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: this.isCachedForAnHour ? 0 : cacheWrite,
        ephemeral_1h_input_tokens: this.isCachedForAnHour ? cacheWrite : 0,
      },
    };
  }
}

function usageOf(record: JsonObject): JsonObject | undefined {
  return asObject(asObject(record.message)?.usage);
}

function inputOf(usage: JsonObject | undefined): number | undefined {
  if (usage === undefined) return undefined;
  const parts = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens];
  return parts.reduce<number>((sum, part) => sum + (asCount(part) ?? 0), 0);
}

function timeOf(record: JsonObject): number {
  return asTimeMs(record.timestamp) ?? 0;
}
