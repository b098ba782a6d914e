import type { Json } from '../../base/json';
import type { FormatId } from '../../transcript/formats';
import type { Part, ToolDefinition, Transcript } from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import type { NewCall } from '../read/transcript-draft';
import { TraceMessages } from './trace-messages';
import type { Answer, TracedCall } from './traced-call';
import type { TracedThread } from './traced-thread';
import { TracedThreads } from './traced-threads';

/** A call to a model as a span, a run or an observation of it says. */
export interface RecordedCall {
  readonly line: number;
  /** Calls are put in this order. */
  readonly order: string;
  readonly id?: string | undefined;
  readonly parent?: string | undefined;
  readonly trace: string;
  readonly sessionId?: string | undefined;
  readonly timeMs?: number | undefined;
  readonly messages: readonly Json[];
  /** Beside the messages. */
  readonly system?: readonly Part[] | undefined;
  readonly tools?: readonly ToolDefinition[] | undefined;
  /** Missing if it is not in the file. */
  readonly reply?: readonly Part[] | undefined;
  readonly failure?: string | undefined;
  readonly call: NewCall;
}

type WaitingCall = Pick<RecordedCall, 'order' | 'id' | 'trace' | 'sessionId' | 'line'> & { readonly call: TracedCall };

interface About {
  readonly agent?: string;
  readonly version?: string;
}

const TYPES_NAMED = 6;

/** The calls of a trace in any order, to the transcripts of its conversations. */
export class TracedCalls {
  private readonly messages: TraceMessages;
  private readonly waiting: WaitingCall[] = [];
  private readonly runs = new Map<string, About>();
  /** Of calls. */
  private readonly parents = new Set<string>();
  private readonly others = new Map<string, number>();

  constructor(
    private readonly env: ImportEnv,
    private readonly format: FormatId,
  ) {
    this.messages = new TraceMessages(env);
  }

  add({ messages, line, reply, failure, call, system = [], tools, timeMs, ...rest }: RecordedCall): void {
    const request = this.messages.request(messages, line);
    const { order, id, parent, trace, sessionId } = rest;
    if (parent !== undefined) this.parents.add(parent);
    const isUnseen = reply === undefined && (call.usage !== undefined || messages.length === 0);
    let answer: Answer = { kind: 'none' };
    if (reply !== undefined) answer = { kind: 'reply', call, edits: [], ...request.reply({ parts: reply }) };
    else if (failure !== undefined) answer = { kind: 'failure', text: failure };
    else if (isUnseen) answer = { kind: 'unseen', call: { ...call, ...given({ timeMs }) } };
    const traced = { system: [...system, ...request.system], tools, messages: request.messages, timeMs, answer };
    this.waiting.push({ call: traced, order, id, trace, sessionId, line });
  }

  /** What the first span of a trace says about all of it. */
  about(trace: string, about: About): void {
    if (!this.runs.has(trace)) this.runs.set(trace, about);
  }

  /** A record that says nothing about a model or an agent, by its type. */
  passed(type: string): void {
    this.others.set(type, (this.others.get(type) ?? 0) + 1);
  }

  finish(): readonly Transcript[] {
    this.tellOthers();
    // A library records the call that the library below it makes, too: the inner one is closer to what was sent.
    const inOrder = this.waiting
      .filter(({ id }) => id === undefined || !this.parents.has(id))
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0));
    const threads = new TracedThreads(this.env);
    const sessionIds = new Map<string, string>();
    for (const { call, trace, sessionId, line } of inOrder) {
      threads.add(call, settingOf(call), trace, line);
      if (sessionId !== undefined && !sessionIds.has(trace)) sessionIds.set(trace, sessionId);
    }
    if (inOrder.length > 0 && inOrder.every(({ call }) => call.messages.length === 0)) {
      this.env.warn(
        'noticed',
        0,
        'The calls have usage and times, but no messages: the program did not record content',
      );
    }
    return threads.sessions().map(({ main, others, traces }) => {
      const [trace = ''] = traces;
      const sessionId = sessionIds.get(trace) ?? (trace === '' ? undefined : trace);
      const { agent, version } = this.runs.get(trace) ?? {};
      const children = others.map((thread, index) =>
        this.transcript(thread, { agentId: `thread-${index + 1}`, ...given({ parentSessionId: sessionId }) }),
      );
      const by = agent === undefined ? {} : { agent: { name: agent, ...given({ version }) } };
      return this.transcript(main, { children, ...by, ...given({ sessionId }) });
    });
  }

  private transcript({ draft, system, tools }: TracedThread, rest: Partial<Transcript>): Transcript {
    const hasTools = tools.length > 0 || !draft.messages.some(({ parts }) => parts.some(isCall));
    const systemInFile = system.length === 0 && tools.length === 0 ? 'none' : hasTools ? 'all' : 'some';
    return draft.transcript({ format: this.format, systemInFile, system, tools, ...rest });
  }

  private tellOthers(): void {
    if (this.others.size === 0) return;
    const types = [...this.others.keys()].slice(0, TYPES_NAMED).map((type) => type.slice(0, 40));
    const count = [...this.others.values()].reduce((sum, each) => sum + each, 0);
    const more = this.others.size > TYPES_NAMED ? ', …' : '';
    const records = count === 1 ? 'a record' : `${count} records`;
    this.env.warn('noticed', 0, `Passed over ${records} of another type: ${types.join(', ')}${more}`);
  }
}

function isCall({ kind }: Part): boolean {
  return kind === 'tool-call';
}

/** Agents have tools and a system prompt of their own. The rest of a prompt may name the time. */
function settingOf({ tools = [], system }: TracedCall): string {
  const names = tools.map(({ name }) => name).sort();
  const first = system.find((part) => part.kind === 'text');
  return `${names.join(',')} ${first?.text.trimStart().split('\n', 1)[0]?.slice(0, 200) ?? ''}`;
}
