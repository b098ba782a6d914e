import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import { isContinuationSummary } from '../transcript/reminder';
import type { Transcript } from '../transcript/transcript';
import { type Exchange, readExchange } from './claude-trace/exchange';
import { readSent } from './claude-trace/sent-message';
import { TraceThread } from './claude-trace/trace-thread';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults } from './read/transcript-draft';
import { has } from './recognition/rule';

/**
 * The HTTP exchanges that claude-trace records, one a line. Requests of one conversation share the model, the tools and
 * the first message of the user. The main conversation becomes the transcript, all others its children.
 *
 *   sonnet, 17 tools  [a]            ┐
 *   haiku, no tools   [title?]       │──▶ child
 *   sonnet, 17 tools  [a b c]        ├──▶ a b c d e f
 *   sonnet, 17 tools  [a b c d e]    ┘
 */
export const claudeTrace: Importer = {
  format: 'claude-trace',
  recognisedBy: [
    {
      rule: 'R-L1',
      because: 'its records are HTTP requests with their responses',
      matches: (records) => records.some(isExchange),
    },
  ],
  takesRecords: true,
  start: (env) => new TraceReading(env),
};

function isExchange(record: JsonObject): boolean {
  const request = asObject(record.request);
  return request !== undefined && (has(request, 'url') || has(request, 'method')) && has(record, 'response');
}

const REPLIES_REMEMBERED = 50;
const SAMPLE_LENGTH = 200;

class TraceReading implements Reading {
  private readonly threads = new Map<string, TraceThread>();
  /** The latest conversation of each model and set of tools. */
  private readonly latest = new Map<string, TraceThread>();
  private readonly replySamples: string[] = [];
  private pairs = 0;
  private sessionId: string | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const exchange = readExchange(value);
    if (exchange === undefined) {
      this.env.warn('skipped', line, 'Not a request to /v1/messages');
      return;
    }
    this.sessionId ??= sessionIdOf(exchange.body);
    this.threadOf(exchange).add(exchange, this.pairs, line);
    this.pairs += 1;
    this.rememberReply(exchange);
  }

  finish(): readonly Transcript[] {
    const threads = [...new Set(this.threads.values())].filter(({ draft }) => !draft.isEmpty());
    const main = mainThread(threads);
    if (main === undefined) return [];
    for (const { draft } of threads) noticeOrphanResults(draft.messages, this.env);
    const { sessionId } = this;
    const children = threads
      .filter((thread) => thread !== main)
      .map((thread, index) =>
        this.transcript(thread, { agentId: `thread-${index + 1}`, ...given({ parentSessionId: sessionId }) }),
      );
    return [this.transcript(main, { children, ...given({ sessionId }) })];
  }

  private transcript({ draft, system, tools }: TraceThread, rest: Partial<Transcript>): Transcript {
    const agent = { name: 'Claude Code' };
    return draft.transcript({ format: 'claude-trace', agent, systemInFile: 'all', system, tools, ...rest });
  }

  private threadOf(exchange: Exchange): TraceThread {
    const setting = `${modelFamily(exchange.body)} ${toolNames(exchange.body)}`;
    const first = exchange.messages.find((message) => asObject(message)?.role === 'user') ?? null;
    const key = `${setting} ${readSent(first).key}`;
    const thread =
      this.threads.get(key) ??
      (this.isContinuation(first) ? this.latest.get(setting) : undefined) ??
      new TraceThread(this.env, this.pairs);
    this.threads.set(key, thread);
    this.latest.set(setting, thread);
    return thread;
  }

  /** A compacted conversation starts with a new message, which contains the summary of the old one. */
  private isContinuation(first: Json): boolean {
    return textsOf(asObject(first)?.content).some(
      (text) => isContinuationSummary(text) || this.replySamples.some((sample) => text.includes(sample)),
    );
  }

  private rememberReply({ answer }: Exchange): void {
    if (answer.kind !== 'message') return;
    for (const text of textsOf(answer.message.content)) {
      if (text.length < 2 * SAMPLE_LENGTH) continue;
      const middle = Math.floor((text.length - SAMPLE_LENGTH) / 2);
      this.replySamples.push(text.slice(middle, middle + SAMPLE_LENGTH));
    }
    this.replySamples.splice(0, this.replySamples.length - REPLIES_REMEMBERED);
  }
}

function textsOf(content: Json | undefined): string[] {
  if (typeof content === 'string') return [content];
  return (asArray(content) ?? []).flatMap((block) => asText(asObject(block)?.text) ?? []);
}

/** `claude-3-5-haiku-20241022` and `claude-haiku-4-5` are of one family. */
function modelFamily(body: JsonObject): string {
  const model = asText(body.model) ?? '';
  return /claude-(?:[\d.-]+-)?([a-z]+)/.exec(model)?.[1] ?? model;
}

function toolNames(body: JsonObject): string {
  const names = (asArray(body.tools) ?? []).map((tool) => asText(asObject(tool)?.name) ?? '');
  return names.sort().join(',');
}

/** The rest of `user_id` names the account. */
function sessionIdOf(body: JsonObject): string | undefined {
  const userId = asText(asObject(body.metadata)?.user_id);
  return userId === undefined ? undefined : /session_(?:id\W+)?([0-9a-f]{8}-[0-9a-f-]{27})/.exec(userId)?.[1];
}

/** The largest, or one with tools that started before it and ended after it: then the largest was a sub-agent of that. */
function mainThread(threads: readonly TraceThread[]): TraceThread | undefined {
  let main = threads.reduce<TraceThread | undefined>(
    (heaviest, thread) => (heaviest === undefined || thread.weight > heaviest.weight ? thread : heaviest),
    undefined,
  );
  if (main === undefined || main.tools.length === 0) return main;
  for (const thread of threads) {
    const isAround = thread.firstPair < main.firstPair && thread.lastPair > main.lastPair;
    if (isAround && thread.tools.length > 0 && thread.draft.calls.length > 1) main = thread;
  }
  return main;
}
