import * as v from 'valibot';
import type { Result } from '../../base/result';
import {
  byCode,
  count,
  flag,
  json,
  jsonObject,
  listOf,
  number,
  numberTable,
  object,
  oneOf,
  type Parsed,
  parseBy,
  text,
  textAs,
  textTable,
  variants,
} from '../../base/schema';
import { parsePolicy } from '../../policies/parse-policy';
import { layerCommands } from '../../simulator/commands/layer-commands';
import type { MessageId } from '../../transcript/transcript';
import { usageSchema } from '../../transcript/usage-schema';

/**
 * Raise it with every change that older versions would misread. Since 2, files may be outside the workspace; since 3,
 * tasks work beside the turn; since 5, the limits of the whole run count each request of a task.
 */
export const JOURNAL_VERSION = 5;

const policy = byCode(json, parsePolicy);

const model = variants([
  object({
    type: v.literal('scripted'),
    /** It answers from the list of this lesson. */
    lesson: v.exactOptional(text),
  }),
  object({
    type: v.literal('api'),
    id: text,
    thinks: flag,
    /** Clearing by the provider instead of by us, if the policy has a layer for it [M5]. */
    serverClears: flag,
    /** Compaction by the provider, from this many tokens on. */
    serverCompactsFrom: v.exactOptional(count),
  }),
]);
export type ModelChoice = Parsed<typeof model>;

const limits = object({
  calls: count,
  dollars: count,
  /** Of all turns, agents and tasks together. Missing in older runs. */
  runCalls: v.exactOptional(count),
  runDollars: v.exactOptional(count),
});
/** For one turn, and for the whole run: when they are reached, the run pauses and says so. */
export type RunLimits = Parsed<typeof limits>;

const ownSetup = object({
  /** Instead of our own system prompt. */
  system: v.exactOptional(text),
  /** Like a CLAUDE.md or AGENTS.md: sent after the system prompt. */
  instructions: v.exactOptional(text),
  /** The names of tools that are turned off. */
  toolsOff: v.exactOptional(listOf(text)),
  /** [O3] The agent may start others, which are listed in the description of the tool or in a message. */
  agents: v.exactOptional(oneOf(['in-tool', 'in-message'])),
  /** [O6] Under which they compact; by default that of the run. */
  agentPolicy: v.exactOptional(policy),
  /** [O1] Agents of this session alone, as JSON. */
  sessionAgents: v.exactOptional(text),
  /** The prompt to begin with. */
  task: v.exactOptional(text),
});
/** What the user sets up for a run, besides policy, model, limits and files. */
export type OwnSetup = Parsed<typeof ownSetup>;

const sections = object({
  /** The ids of sections that are turned off. */
  off: listOf(text),
  /** The user's own texts, by section. */
  texts: textTable,
  /** The made-up server is connected. */
  hasServer: flag,
});
/** [Y1] What the user changed about the system prompt's sections. */
export type SectionChoices = Parsed<typeof sections>;

const setup = object({
  version: v.picklist([1, 2, 3, 4, JOURNAL_VERSION], `must be 1 to ${JOURNAL_VERSION}`),
  runId: text,
  policy,
  model,
  limits,
  /** The initial files: those of the workspace by relative paths, those of other mounts by absolute ones. */
  files: textTable,
  /** [J1] When those of them were modified that a session before this one has left. The others are as old as the run. */
  modified: v.exactOptional(numberTable),
  own: v.exactOptional(ownSetup),
  sections: v.exactOptional(sections),
  /** How far the clock of the run is ahead of the host's from its beginning. */
  passedMs: v.exactOptional(count),
  /** [U3] What the session before it knew of the server of its team. */
  team: v.exactOptional(object({ etag: text, sums: textTable })),
  /** [J1] */
  project: v.exactOptional(
    object({
      id: text,
      session: count,
      /** So many records of the project's book came before it: its home folder is what they left. */
      homeVersion: count,
      /** It is a copy of a run: so many entries are that one's, and so is what they wrote. */
      copied: v.exactOptional(count),
    }),
  ),
});
export type RunSetup = Parsed<typeof setup>;

const block = variants([
  object({ type: v.literal('text'), text }),
  object({ type: v.literal('thinking'), text, signature: text }),
  object({ type: v.literal('tool-call'), id: text, name: text, input: json }),
  /** Only meaningful to the provider, such as its own compaction: sent back unchanged. */
  object({ type: v.literal('opaque'), block: jsonObject }),
]);
/** One part of a reply, as stored and sent back. Plain data. */
export type ReplyBlock = Parsed<typeof block>;

const reply = object({
  blocks: listOf(block),
  /** In the API's words. */
  stopReason: text,
  /** Missing for the scripted model, which does not report usage: then our own count is used. */
  usage: v.exactOptional(usageSchema),
  /** The server reported no usage that can be true. A turn is counted by the run then, in the way of everything else. */
  isUsageEstimated: v.exactOptional(v.literal(true)),
  timeMs: number,
  firstTokenMs: v.exactOptional(number),
  /** What the server reports as cleared from the request. */
  serverEdits: v.exactOptional(json),
});
export type ModelReply = Parsed<typeof reply>;

/** `endedIn`: the folder that its command ended in, if not where it began. */
const result = object({ callId: text, text, isError: flag, tookMs: number, endedIn: v.exactOptional(text) });
export type ToolResult = Parsed<typeof result>;

/** `text: null`: it was deleted. By default it was modified at the time of its entry. */
const fileChange = object({ path: text, text: v.nullable(text), modifiedMs: v.exactOptional(number) });
export type FileChange = Parsed<typeof fileChange>;

const todo = object({ text, state: oneOf(['open', 'doing', 'done']) });
export type Todo = Parsed<typeof todo>;

const desk = object({
  todos: listOf(todo),
  /** The paths that were read, with a hash of what was seen: a file may only be edited if it has not changed since. */
  seen: textTable,
});
/** What tools remember between calls. */
export type ToolState = Parsed<typeof desk>;

const layerReply = variants([
  object({ type: v.literal('text'), text, tokens: count, scratchTag: v.optional(text) }),
  object({ type: v.literal('too-long'), gapTokens: v.exactOptional(number) }),
  object({ type: v.literal('error'), what: text }),
  object({ type: v.literal('aborted') }),
]);

const message = textAs<MessageId>();
export const commandSchema = variants([
  object({
    type: v.literal('compact'),
    focus: v.exactOptional(text),
    partial: v.exactOptional(object({ direction: oneOf(['from', 'up-to']), pivot: message })),
  }),
  object({ type: oneOf(layerCommands.map(({ type }) => type)) }),
  object({ type: v.literal('unfold'), message }),
]);

/** [H3] One program or model that a hook asked, and what came of it. */
const firing = object({
  /** Whose settings. */
  source: text,
  kind: oneOf(['command', 'prompt', 'agent', 'http']),
  matcher: v.exactOptional(text),
  /** The command, the prompt or the address. */
  runs: text,
  /** Null: it did not end by itself. */
  exit: v.nullable(number),
  stdout: text,
  stderr: text,
  tookMs: number,
  /** What asked a model, and how often. */
  model: v.exactOptional(text),
  usages: v.exactOptional(listOf(usageSchema)),
  /** Of the agent that answered: it has a bill of its own. */
  task: v.exactOptional(text),
});
export type HookFiring = Parsed<typeof firing>;

/** [H1] What happened, as hooks are told, and which of them ran. */
const hookEvent = object({
  event: text,
  /** The call of a tool that it is about. */
  callId: v.exactOptional(text),
  input: jsonObject,
  firings: listOf(firing),
});
export type HookedEvent = Parsed<typeof hookEvent>;

/** [U3] What a member of a team knows of its server, after it. */
const teamMember = object({
  etag: v.exactOptional(text),
  sums: textTable,
  agreed: textTable,
  blocked: v.exactOptional(object({ status: number, why: text })),
});
/** [D2] Its holder, and its time. */
const lock = object({ text, modifiedMs: number });

const timeMs = number;
/** Of what goes on beside the turns: unique in its run. */
const task = text;

export const entrySchema = variants([
  object({ timeMs, type: v.literal('begun'), setup }),
  object({ timeMs, type: v.literal('prompt'), text }),
  /** [O4] The agent goes on by itself, because something has come from agents that it started. */
  object({ timeMs, type: v.literal('woken') }),
  /** Answers the pending call. */
  object({ timeMs, type: v.literal('reply'), reply }),
  /** The provider rejected the call as too long. */
  object({ timeMs, type: v.literal('refused'), gapTokens: v.exactOptional(number), what: text }),
  /** Answers all tool calls of the latest reply. */
  object({ timeMs, type: v.literal('results'), results: listOf(result), files: listOf(fileChange), desk }),
  /** Answers the request of a layer. */
  object({
    timeMs,
    type: v.literal('forked'),
    /** [J2] The run went on meanwhile. */
    task: v.exactOptional(task),
    reply: layerReply,
    usage: v.exactOptional(usageSchema),
    tookMs: number,
  }),
  object({ timeMs, type: v.literal('command'), command: commandSchema }),
  object({ timeMs, type: v.literal('policy'), policy }),
  object({ timeMs, type: v.literal('model'), model }),
  object({ timeMs, type: v.literal('limits'), limits }),
  /** Before the first prompt all of it counts, later only which tools are turned off. */
  object({ timeMs, type: v.literal('own-setup'), own: ownSetup }),
  /** [Y3] From the next call on. */
  object({ timeMs, type: v.literal('sections'), sections }),
  /** The user has seen what paid calls of this model send, where, and the price. */
  object({ timeMs, type: v.literal('approved'), model: text, provider: text }),
  /** Edited by the user. */
  object({
    timeMs,
    type: v.literal('files'),
    files: listOf(fileChange),
    /** [D4] The dream whose changes this takes back. */
    undoes: v.exactOptional(task),
  }),
  /** The user let time pass: from here on, the clock of the run is ahead of the host's by so much more. */
  object({ timeMs, type: v.literal('waited'), ms: count }),
  /** Shown in the chat while the run waits for the user. Not part of the context. */
  object({ timeMs, type: v.literal('problem'), what: text, advice: text }),
  /** [R2] The memories that were chosen for the latest prompt. */
  object({
    timeMs,
    type: v.literal('recalled'),
    /** The message of the prompt. */
    prompt: message,
    files: listOf(text),
    /** Why nothing, or not everything, of the answer is used. */
    problem: v.exactOptional(text),
    /** False: the request failed, and was not billed. */
    isAnswered: flag,
    usage: v.exactOptional(usageSchema),
    tookMs: number,
  }),
  /** [R1] The turn goes on without waiting for them. */
  object({ timeMs, type: v.literal('recall-late') }),
  /** [H1] Answers the pending hooks, of the run or of an agent that it started. */
  object({
    timeMs,
    type: v.literal('hooked'),
    task: v.exactOptional(task),
    events: listOf(hookEvent),
    /** What their commands changed. */
    files: listOf(fileChange),
  }),
  /** [H2] A hook that is an agent begins, as a task beside the turn. The hooks wait for it. */
  object({
    timeMs,
    type: v.literal('hook-agent'),
    task: v.exactOptional(task),
    source: text,
    matcher: v.exactOptional(text),
    runs: text,
    limitMs: count,
    /** What hooks have said so far; it is asked about the last of them. */
    events: listOf(hookEvent),
    /** What their commands changed. */
    files: listOf(fileChange),
  }),
  /** [H1] The user's answer to a question. `always`: for this tool, until the run ends. */
  object({
    timeMs,
    type: v.literal('permitted'),
    task: v.exactOptional(task),
    callId: text,
    answer: oneOf(['once', 'always', 'no']),
  }),
  /** [H3] The settings of this session, as JSON text. */
  object({ timeMs, type: v.literal('hook-settings'), text }),
  /** [U2] The folder of the team and its server. What a push has sent stays there, whatever is undone. */
  object({
    timeMs,
    type: v.literal('team'),
    did: oneOf(['pulled', 'pushed']),
    member: teamMember,
    /** Below the folder of the team: what was taken over, or what the server has taken. */
    keys: listOf(text),
    /** Of these: changed on both sides, so that a text was replaced, here or there. */
    contested: listOf(text),
    /** Files that are not sent, or not taken over, and why. */
    left: listOf(object({ key: text, why: text })),
    /** Why not everything was pushed. */
    problem: v.exactOptional(text),
    files: listOf(fileChange),
  }),
  /** [O9] Mailboxes: what has come from other sessions, which there are, and what was sent and read here. */
  object({
    timeMs,
    type: v.literal('mail'),
    letters: listOf(object({ session: count, id: text, timeMs: count, from: text, summary: text, text })),
    /** If others can be reached than before. */
    sessions: v.exactOptional(listOf(object({ session: count, title: text }))),
    files: listOf(fileChange),
  }),
  /** [J2] A task goes on beside the turn. */
  object({ timeMs, type: v.literal('task-reply'), task, reply }),
  object({ timeMs, type: v.literal('task-results'), task, results: listOf(result), files: listOf(fileChange), desk }),
  /** The provider rejected its request as too long. */
  object({ timeMs, type: v.literal('task-refused'), task, gapTokens: v.exactOptional(number), what: text }),
  /** [O8] What an agent is doing now, in a few words. */
  object({ timeMs, type: v.literal('task-progress'), task, text, model: text, usage: v.exactOptional(usageSchema) }),
  /** It failed, or the user stopped it: `why` is for the user. */
  object({
    timeMs,
    type: v.literal('task-ended'),
    task,
    isStopped: flag,
    /** [H3] At its time limit. */
    isLate: v.exactOptional(flag),
    why: text,
    /** [D2] What is as it was before. */
    files: v.exactOptional(listOf(fileChange)),
  }),
  /** [D1] The user asks for a dream. */
  object({ timeMs, type: v.literal('dream') }),
  /** [D1] [D2] What the project says: its lock, and what was written into it since the last look. */
  object({
    timeMs,
    type: v.literal('dream-looked'),
    task,
    lock: v.nullable(lock),
    written: listOf(v.nullable(lock)),
    /** Whether the holder of the lock still exists. */
    isAlive: flag,
    /** Others that were used since the last consolidation. */
    sessions: count,
    /** So much of the project's book was there. */
    place: count,
    /** Memories that other sessions have changed meanwhile. */
    files: listOf(fileChange),
  }),
  /** [D2] */
  object({
    timeMs,
    type: v.literal('dream-wrote'),
    task,
    files: listOf(fileChange),
    /** Another tab was first: for the project, the lock was never written. */
    isTakenBack: v.exactOptional(flag),
  }),
  /** The user stopped the run. */
  object({ timeMs, type: v.literal('stopped') }),
  /** Requests whose answers are in no other entry: they failed or were stopped, or what they did was undone. */
  object({ timeMs, type: v.literal('spent'), because: oneOf(['failed', 'undone']), calls: count, dollars: count }),
]);

/**
 * The events of a run, in order: plain data, stored before the next step. The state of a run follows from its entries
 * alone, so a crash only loses the step in progress, and undo drops the last entries.
 */
export type Entry = Parsed<typeof entrySchema>;

export type EntryOf<Type extends Entry['type']> = Extract<Entry, { readonly type: Type }>;

export const usualSections: SectionChoices = { off: [], texts: {}, hasServer: false };

export const emptyToolState: ToolState = { todos: [], seen: {} };

export function parseOwnSetup(value: unknown): Result<OwnSetup> {
  return parseBy(ownSetup, value);
}

/** Stored data may be from another version, or damaged. */
export function parseEntry(value: unknown): Result<Entry> {
  return parseBy(entrySchema, value);
}
