import { type FileActions, fileActions } from '../../fidelity/files/file-actions';
import { userRules } from '../../fidelity/rules/user-rules';
import { lastTaskState, type TaskState } from '../../fidelity/tasks/task-state';
import { resultsByCall } from '../../fidelity/text/call-outcomes';
import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallId, ToolCallPart, ToolResultPart } from '../../transcript/transcript';
import { callLabel } from './call-label';
import { failureIn } from './failure-in';
import { type NotedValue, ValueNotes } from './note-values';
import { oneLine } from './quoted';

/** The facts in the messages, before any are chosen for the summary. In chronological order unless stated otherwise. */
export interface Facts {
  readonly prompts: readonly Prompt[];
  readonly rules: readonly Rule[];
  /** The text of the latest summary among the messages: what came before it is nowhere else. */
  readonly earlierSummary: string | undefined;
  readonly files: readonly FileActions[];
  readonly commands: readonly CommandRuns[];
  readonly tools: ReadonlyMap<string, number>;
  readonly failures: readonly Failures[];
  readonly findings: readonly Said[];
  readonly values: readonly NotedValue[];
  readonly tasks: TaskState | undefined;
  /** What the model wrote, latest last. */
  readonly replies: readonly Said[];
  readonly lastRound: readonly RoundCall[];
  /** Nothing was said or done since the user's last message. */
  readonly isPromptUnanswered: boolean;
}

export interface Said {
  readonly text: string;
  readonly at: number;
}

export interface Prompt extends Said {
  readonly images: number;
}

export interface Rule extends Said {
  /** From a long pasted text: less certain to be meant as a rule. */
  readonly isPasted: boolean;
}

export interface CommandRuns {
  readonly command: string;
  readonly times: number;
  readonly lastAt: number;
  /** Of the last run: the error, an empty string on success, or undefined without a result. */
  readonly failure: string | undefined;
  readonly isAnswered: boolean;
}

/** The same error of the same call, with its count. */
export interface Failures {
  readonly label: string;
  readonly failure: string;
  readonly times: number;
  readonly lastAt: number;
  readonly followed: readonly string[];
  readonly said: string | undefined;
  readonly passedLater: boolean;
}

export interface RoundCall {
  readonly label: string;
  readonly failure: string | undefined;
  readonly isAnswered: boolean;
}

const LONG_PROMPT = 4_000;
const LOOKED_AT_IN_REPLY = 1_500;
const LONGEST_FINDING = 300;
const FOLLOWED = 2;
const FINDING =
  /\b(?:root cause|because|the (?:problem|issue|bug|cause|reason|fix|culprit) (?:is|was)|turns out|fixed|decided|works now|now passes?|resolved|confirmed|reproduced|ruled out)\b|原因|解决|修复|修正|直った|원인|해결/i;
const CARRIED_RULE = /^(?:> ?)*- Rule: (.+)$/gm;
const PROGRAM_TEXT = /^<([a-z][\w-]*)>[\s\S]*<\/\1>\s*$/;

export function gatherFacts(messages: readonly Message[]): Facts {
  const results = resultsByCall(messages);
  const gathering = new Gathering(results);
  messages.forEach((message, at) => {
    gathering.add(message, at);
  });
  return {
    ...gathering.facts(),
    files: fileActions(messages, results),
    tasks: lastTaskState(messages, results),
  };
}

class Gathering {
  private readonly prompts: Prompt[] = [];
  private readonly rules = new Map<string, Rule>();
  private earlierSummary: string | undefined;
  private readonly commands = new Map<string, CommandRuns>();
  private readonly tools = new Map<string, number>();
  private readonly failures = new Map<string, Failures>();
  /** Failures without a reaction yet. */
  private open: { readonly key: string; left: number }[] = [];
  private readonly findings: Said[] = [];
  private readonly values = new ValueNotes();
  private readonly replies: Said[] = [];
  private lastRound: RoundCall[] = [];
  private isPromptUnanswered = false;

  constructor(private readonly results: ReadonlyMap<ToolCallId, ToolResultPart>) {}

  add(message: Message, at: number): void {
    switch (message.kind) {
      case 'prompt':
        if (message.role === 'user') this.addPrompt(message, at);
        return;
      case 'summary':
        this.addSummary(message, at);
        return;
      case 'reply':
        this.addReply(message, at);
        return;
      case 'tool-results':
      case 'injected':
      case 'command-echo':
      case 'error':
        return;
    }
  }

  facts(): Omit<Facts, 'files' | 'tasks'> {
    return {
      prompts: this.prompts,
      rules: [...this.rules.values()],
      earlierSummary: this.earlierSummary,
      commands: [...this.commands.values()],
      tools: this.tools,
      failures: [...this.failures.values()].map((failed) => ({ ...failed, passedLater: this.hasPassed(failed) })),
      findings: this.findings,
      values: this.values.noted(),
      replies: this.replies,
      lastRound: this.lastRound,
      isPromptUnanswered: this.isPromptUnanswered,
    };
  }

  private addPrompt(message: Message, at: number): void {
    const text = typedText(message);
    const images = message.parts.filter(({ kind }) => kind === 'image' || kind === 'document').length;
    if (text === '' && images === 0) return;
    this.prompts.push({ text, images, at });
    this.isPromptUnanswered = true;
    this.values.addPrompt(text, at);
    const isPasted = text.length > LONG_PROMPT;
    for (const rule of userRules(text)) this.addRule({ text: rule.text, at, isPasted });
  }

  /** A repeated rule counts as new. */
  private addRule(rule: Rule): void {
    const key = rule.text.toLowerCase().replace(/\s+/g, ' ');
    this.rules.delete(key);
    this.rules.set(key, rule);
  }

  private addSummary(message: Message, at: number): void {
    const text = textsOf(message).join('\n');
    if (text.trim() === '') return;
    this.earlierSummary = text;
    for (const [, rule = ''] of text.matchAll(CARRIED_RULE)) this.addRule({ text: rule, at, isPasted: false });
  }

  private addReply(message: Message, at: number): void {
    this.isPromptUnanswered = false;
    const text = textsOf(message).join('\n').trim();
    if (text !== '') {
      this.replies.push({ text, at });
      this.values.addReply(text, at);
      this.addFindings(text, at);
    }
    const calls = message.parts.filter((part) => part.kind === 'tool-call');
    this.follow(calls, text);
    this.lastRound = calls.map((call) => this.addCall(call, at));
  }

  private addCall(call: ToolCallPart, at: number): RoundCall {
    this.tools.set(call.name, (this.tools.get(call.name) ?? 0) + 1);
    const label = callLabel(call);
    const result = this.results.get(call.id);
    const failure = result === undefined ? undefined : failureIn(call, result);
    const isAnswered = result !== undefined;
    const command = toolUse(call) === 'shell' ? commandOf(call.input) : undefined;
    if (command !== undefined) {
      const times = (this.commands.get(label)?.times ?? 0) + 1;
      this.commands.delete(label);
      this.commands.set(label, { command: label, times, lastAt: at, failure, isAnswered });
    }
    if (failure !== undefined) this.addFailure(label, failure, at);
    return { label, failure, isAnswered };
  }

  private addFailure(label: string, failure: string, at: number): void {
    const key = `${label}\n${failure}`;
    const times = (this.failures.get(key)?.times ?? 0) + 1;
    this.failures.delete(key);
    this.failures.set(key, { label, failure, times, lastAt: at, followed: [], said: undefined, passedLater: false });
    this.open = [...this.open.filter((waiting) => waiting.key !== key), { key, left: FOLLOWED }];
  }

  /** What follows a failure is its fix, as far as rules can tell. */
  private follow(calls: readonly ToolCallPart[], text: string): void {
    for (const waiting of this.open) {
      const failed = this.failures.get(waiting.key);
      if (failed === undefined) continue;
      const labels = calls.slice(0, waiting.left).map(callLabel);
      const said = failed.said ?? (text === '' ? undefined : oneLine(firstSentence(text), LONGEST_FINDING));
      this.failures.set(waiting.key, { ...failed, followed: [...new Set([...failed.followed, ...labels])], said });
      waiting.left -= Math.max(1, labels.length);
    }
    this.open = this.open.filter(({ left }) => left > 0);
  }

  private hasPassed({ label, lastAt }: Failures): boolean {
    const runs = this.commands.get(label);
    return runs !== undefined && runs.lastAt > lastAt && runs.isAnswered && runs.failure === undefined;
  }

  private addFindings(text: string, at: number): void {
    for (const sentence of text.slice(0, LOOKED_AT_IN_REPLY).split(/(?<=[.!?]) |(?<=[。！？])|\n/)) {
      if (sentence.length > 6 && FINDING.test(sentence)) this.findings.push({ text: sentence, at });
    }
  }
}

function firstSentence(text: string): string {
  return /^[^\n]{1,400}?(?:[.!?](?=\s|$)|[。！？]|\n|$)/.exec(text.trimStart())?.[0] ?? text.slice(0, LONGEST_FINDING);
}

function textsOf(message: Message): string[] {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
}

/** Programs add notes in their own tags to user messages; text in tags alone is the user's. */
function typedText(message: Message): string {
  const texts = textsOf(message);
  const typed = texts.length > 1 ? texts.filter((text) => !PROGRAM_TEXT.test(text)) : texts;
  return typed.join('\n').trim();
}
