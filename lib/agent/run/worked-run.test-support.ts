import type { Policy } from '../../policies/shape/policy';
import { surroundings } from '../host/surroundings';
import {
  type Entry,
  emptyToolState,
  type FileChange,
  JOURNAL_VERSION,
  type ReplyBlock,
  type RunSetup,
  type SectionChoices,
  usualSections,
} from '../journal/entry';
import { LiveConversation } from './live-conversation';

export const START_MS = Date.UTC(2026, 0, 5, 23);
const HOUR_MS = 3_600_000;

const files = {
  'CLAUDE.md': '# Pools\n\n@AGENTS.md\n\nBe exact.\n',
  'AGENTS.md': '- Never empty a pool.\n',
  'src/CLAUDE.md': 'Here are programs.\n',
  '.claude/rules/awk.md': '---\npaths: "*.awk"\n---\nUse spaces.\n',
};

/** Reads files and says something, and between its turns the user changes everything around it. */
export class Worked {
  readonly entries: Entry[];
  readonly run: LiveConversation;
  private made = 0;
  private seen: readonly string[] = [];
  private nowMs = START_MS;

  constructor(
    policy: Policy,
    more: Readonly<Record<string, string>> = {},
    version: RunSetup['version'] = JOURNAL_VERSION,
    instructions: Readonly<Record<string, string>> = files,
  ) {
    const limits = { calls: 1_000, dollars: 100 };
    const setup = { version, runId: 'run-1', policy, limits, files: { ...instructions, ...more } } as const;
    this.entries = [{ type: 'begun', timeMs: START_MS, setup: { ...setup, model: { type: 'scripted' } } }];
    this.run = LiveConversation.of(this.entries, surroundings);
  }

  give(entry: Entry): void {
    this.run.apply(entry);
    this.entries.push(entry);
  }

  edit(path: string, text: string): void {
    this.give({ type: 'files', timeMs: this.now(), files: [{ path, text }] });
  }

  choose(choices: Partial<SectionChoices>): void {
    this.give({ type: 'sections', timeMs: this.now(), sections: { ...usualSections, ...choices } });
  }

  turn(calls: number, beforeCall: (call: number) => void = () => undefined): void {
    if (!this.waits) return;
    this.give({ type: 'prompt', timeMs: this.now(), text: `Read on from ${this.made}` });
    for (let left = calls; ; ) {
      const { need } = this.run;
      if (need.type === 'prompt' || need.type === 'help') return;
      if (need.type === 'results') this.answer(need.calls.map(({ id }) => id));
      else if (need.type === 'fork') this.fork(need.request.purpose);
      else {
        beforeCall(this.run.calls.length);
        // A compaction may have to be answered first.
        if (this.isAskingALayer) continue;
        left -= 1;
        this.say(left > 0);
      }
    }
  }

  private get isAskingALayer(): boolean {
    return this.run.need.type === 'fork';
  }

  get waits(): boolean {
    return this.run.need.type === 'prompt';
  }

  /** One round: it reads these, and its tools change those. */
  round(read: readonly string[], changed: readonly FileChange[] = []): void {
    if (this.run.need.type === 'prompt') this.give({ type: 'prompt', timeMs: this.now(), text: 'Look' });
    const calls = read.map((path): ReplyBlock => {
      this.made += 1;
      return { type: 'tool-call', id: `call-${this.made}`, name: 'Read', input: { file_path: path } };
    });
    const reply = { blocks: calls, stopReason: 'tool_use', timeMs: 10 };
    this.give({ type: 'reply', timeMs: this.now(), reply });
    const seen = new Set([...this.seen, ...read, ...changed.map(({ path }) => path)]);
    this.seen = [...seen];
    const desk = { todos: [], seen: Object.fromEntries(this.seen.map((path) => [path, 'hash'])) };
    const { need } = this.run;
    const ids = need.type === 'results' ? need.calls.map(({ id }) => id) : [];
    const results = ids.map((callId) => ({ callId, text: 'text', isError: false, tookMs: 1 }));
    this.give({ type: 'results', timeMs: this.now(), results, files: changed, desk });
  }

  /** The agent says something and waits. */
  rest(): void {
    const reply = { blocks: [{ type: 'text', text: 'Done.' } as const], stopReason: 'end_turn', timeMs: 10 };
    this.give({ type: 'reply', timeMs: this.now(), reply });
  }

  prompt(): void {
    this.give({ type: 'prompt', timeMs: this.now(), text: 'Go on' });
  }

  now(): number {
    this.made += 1;
    this.nowMs += 60_000;
    return this.nowMs;
  }

  waitADay(): void {
    this.give({ type: 'waited', timeMs: this.now(), ms: 24 * HOUR_MS });
    this.nowMs += 24 * HOUR_MS;
  }

  private say(goesOn: boolean): void {
    const path = this.made % 2 === 0 ? `src/${this.made}.awk` : `docs/${this.made}.md`;
    const call: ReplyBlock = { type: 'tool-call', id: `call-${this.made}`, name: 'Read', input: { file_path: path } };
    const text: ReplyBlock = { type: 'text', text: `Step ${this.made}.` };
    const stopReason = goesOn ? 'tool_use' : 'end_turn';
    const reply = { blocks: goesOn ? [text, call] : [text], stopReason, timeMs: 10 };
    this.give({ type: 'reply', timeMs: this.now(), reply });
  }

  private answer(ids: readonly string[]): void {
    const length = 200 + ((this.made * 7_919) % 5_200);
    const results = ids.map((callId) => ({
      callId,
      text: 'some text of a file '.repeat(length / 20),
      isError: false,
      tookMs: 1,
    }));
    this.give({ type: 'results', timeMs: this.now(), results, files: [], desk: emptyToolState });
  }

  private fork(purpose: string): void {
    const text = purpose === 'note' ? `# Current State\nAt ${this.made}.` : `The user wants files read. ${this.made}`;
    const reply = { type: 'text', text, tokens: Math.round(text.length / 4) } as const;
    this.give({ type: 'forked', timeMs: this.now(), reply, tookMs: 5 });
  }

  /** What the program added to the conversation. */
  injected(): readonly { readonly about: string; readonly text: string }[] {
    return this.run.transcript.messages.flatMap(({ kind, origin, parts: [part] }) =>
      kind === 'injected' && origin !== undefined && part?.kind === 'text'
        ? [{ about: `${origin.kind} ${origin.name ?? ''}`.trim(), text: part.text }]
        : [],
    );
  }
}
