import { isContinuationSummary } from '../../transcript/reminder';
import type { Part } from '../../transcript/transcript';
import type { ImportEnv } from '../read/importer';
import { noticeOrphanResults } from '../read/transcript-draft';
import type { SentMessage, TracedCall } from './traced-call';
import { TracedThread } from './traced-thread';

const REPLIES_REMEMBERED = 50;
const SAMPLE_LENGTH = 200;

interface TracedSession {
  readonly main: TracedThread;
  /** Sub-agents and side calls. */
  readonly others: readonly TracedThread[];
  readonly traces: readonly string[];
}

/**
 * The conversations of a trace. Calls of one share their setting and the first message of the user. Conversations that
 * share a trace are one session: the main one, and its sub-agents and side calls.
 */
export class TracedThreads {
  private readonly threads = new Map<string, TracedThread>();
  /** The latest conversation of each setting. */
  private readonly latest = new Map<string, TracedThread>();
  private readonly replySamples: string[] = [];
  private readonly traces = new Map<TracedThread, Set<string>>();
  private calls = 0;

  constructor(private readonly env: ImportEnv) {}

  /** `setting`: what one agent's calls have in common. `trace`: calls of one run of the program have the same. */
  add(call: TracedCall, setting: string, trace: string, line: number): void {
    const thread = this.threadOf(call, setting);
    thread.add(call, this.calls, line);
    this.traces.set(thread, (this.traces.get(thread) ?? new Set()).add(trace));
    this.calls += 1;
    if (call.answer.kind === 'reply') this.rememberReply(call.answer.parts);
  }

  sessions(): readonly TracedSession[] {
    const threads = [...new Set(this.threads.values())].filter(({ draft }) => !draft.isEmpty());
    for (const { draft } of threads) noticeOrphanResults(draft.messages, this.env);
    return this.together(threads).flatMap((group) => {
      const main = mainThread(group);
      if (main === undefined) return [];
      const traces = [...(this.traces.get(main) ?? [])];
      return { main, others: group.filter((thread) => thread !== main), traces };
    });
  }

  private threadOf({ messages }: TracedCall, setting: string): TracedThread {
    const first = messages.find(({ role }) => role === 'user');
    const key = `${setting} ${first?.key ?? ''}`;
    const latest = this.latest.get(setting);
    const continues = latest !== undefined && (this.isContinuation(first) || isTrimmed(messages, latest));
    const thread = this.threads.get(key) ?? (continues ? latest : undefined) ?? new TracedThread(this.env, this.calls);
    this.threads.set(key, thread);
    this.latest.set(setting, thread);
    return thread;
  }

  /** A compacted conversation starts with a new message, which contains the summary of the old one. */
  private isContinuation(first: SentMessage | undefined): boolean {
    return textsOf(first?.read()?.parts ?? []).some(
      (text) => isContinuationSummary(text) || this.replySamples.some((sample) => text.includes(sample)),
    );
  }

  private rememberReply(parts: readonly Part[]): void {
    for (const text of textsOf(parts)) {
      if (text.length < 2 * SAMPLE_LENGTH) continue;
      const middle = Math.floor((text.length - SAMPLE_LENGTH) / 2);
      this.replySamples.push(text.slice(middle, middle + SAMPLE_LENGTH));
    }
    this.replySamples.splice(0, this.replySamples.length - REPLIES_REMEMBERED);
  }

  /** Conversations of one trace, and of traces that share one. */
  private together(threads: readonly TracedThread[]): readonly (readonly TracedThread[])[] {
    const joined = new Map<string, string>();
    const rootOf = (trace: string): string => {
      let root = trace;
      for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next;
      return root;
    };
    for (const thread of threads) {
      const [first = '', ...others] = (this.traces.get(thread) ?? new Set()).values();
      for (const other of others) {
        if (rootOf(first) !== rootOf(other)) joined.set(rootOf(other), rootOf(first));
      }
    }
    const groups = new Map<string, TracedThread[]>();
    for (const thread of threads) {
      const [trace = ''] = this.traces.get(thread) ?? [];
      const group = groups.get(rootOf(trace));
      if (group === undefined) groups.set(rootOf(trace), [thread]);
      else group.push(thread);
    }
    return [...groups.values()];
  }
}

/** The oldest messages were left out: what remains is of the latest conversation. */
function isTrimmed(messages: readonly SentMessage[], latest: TracedThread): boolean {
  const [first, second] = messages;
  return first !== undefined && second !== undefined && latest.shows(first.key) && latest.shows(second.key);
}

function textsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.kind === 'text' ? part.text : []));
}

/** The largest, or one with tools that started before it and ended after it: then the largest was a sub-agent of that. */
function mainThread(threads: readonly TracedThread[]): TracedThread | undefined {
  let main = threads.reduce<TracedThread | undefined>(
    (heaviest, thread) => (heaviest === undefined || thread.weight > heaviest.weight ? thread : heaviest),
    undefined,
  );
  if (main === undefined || main.tools.length === 0) return main;
  for (const thread of threads) {
    const isAround = thread.firstCall < main.firstCall && thread.lastCall > main.lastCall;
    if (isAround && thread.tools.length > 0 && thread.draft.calls.length > 1) main = thread;
  }
  return main;
}
