import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { readExchange, tracedExchange } from './claude-trace/exchange';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { has } from './recognition/rule';
import type { TracedThread } from './traced/traced-thread';
import { TracedThreads } from './traced/traced-threads';

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

class TraceReading implements Reading {
  private readonly threads: TracedThreads;
  private sessionId: string | undefined;

  constructor(private readonly env: ImportEnv) {
    this.threads = new TracedThreads(env);
  }

  add(value: Json, line: number): void {
    const exchange = readExchange(value);
    if (exchange === undefined) {
      this.env.warn('skipped', line, 'Not a request to /v1/messages');
      return;
    }
    const { body } = exchange;
    this.sessionId ??= sessionIdOf(body);
    this.threads.add(tracedExchange(exchange), `${modelFamily(body)} ${toolNames(body)}`, 'the session', line);
  }

  finish(): readonly Transcript[] {
    return this.threads.sessions().map(({ main, others }) => {
      const { sessionId } = this;
      const children = others.map((thread, index) =>
        this.transcript(thread, { agentId: `thread-${index + 1}`, ...given({ parentSessionId: sessionId }) }),
      );
      return this.transcript(main, { children, ...given({ sessionId }) });
    });
  }

  private transcript({ draft, system, tools }: TracedThread, rest: Partial<Transcript>): Transcript {
    const agent = { name: 'Claude Code' };
    return draft.transcript({ format: 'claude-trace', agent, systemInFile: 'all', system, tools, ...rest });
  }
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
