import { isReminder } from '../../transcript/reminder';
import type { Message, OriginKind, Part } from '../../transcript/transcript';

/** What surrounds the conversation, in the order in which an agent puts it together. */
export const pieceKinds = [
  'system',
  'tools',
  'context',
  'instructions',
  'memories',
  'hooks',
  'agents',
  'skills',
  'mcp',
  'files',
  'changed-files',
  'tasks',
  'mode',
  'date',
  'reminders',
] as const;
export type PieceKind = (typeof pieceKinds)[number];

/** A text that the program added, within the text of its part. */
export interface PieceInPart {
  readonly kind: PieceKind;
  readonly name: string;
  /** Where it comes from, as the recording says. */
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

type Named = Omit<PieceInPart, 'start' | 'end'>;

const KIND_OF: Readonly<Record<Exclude<OriginKind, 'queued'>, PieceKind>> = {
  instructions: 'instructions',
  memories: 'memories',
  hook: 'hooks',
  file: 'files',
  'changed-file': 'changed-files',
  skills: 'skills',
  agents: 'agents',
  tools: 'tools',
  mcp: 'mcp',
  tasks: 'tasks',
  mode: 'mode',
  date: 'date',
};

/** Of pieces that have no name of their own. */
const TITLES: Readonly<Record<PieceKind, string>> = {
  system: 'System prompt',
  tools: 'Tools made known later',
  context: 'User context',
  instructions: 'Instructions',
  memories: 'Memories',
  hooks: 'Hook output',
  agents: 'Agents',
  skills: 'Skills',
  mcp: 'Instructions of MCP servers',
  files: 'Files',
  'changed-files': 'Changed files',
  tasks: 'Task list',
  mode: 'Mode',
  date: 'New date',
  reminders: 'Reminder',
};

/** [Y6] The pieces in a part of a message; none in what was typed, answered or returned by a tool. */
export function piecesInPart(message: Message, part: Part): readonly PieceInPart[] {
  const text = textOfPart(part);
  if (text === undefined || text === '') return [];
  const whole = (named: Named): PieceInPart[] => [{ ...named, start: 0, end: text.length }];
  const { origin } = message;
  if (origin !== undefined) {
    if (origin.kind === 'queued') return [];
    const kind = KIND_OF[origin.kind];
    return whole({ kind, name: origin.name ?? TITLES[kind], source: 'attachment' });
  }
  const byText = named(text, message.role === 'system' ? 'system' : 'reminders');
  if (message.role === 'system') return whole(byText ?? { kind: 'system', name: 'System prompt', source: 'message' });
  if (message.role === 'assistant' || part.kind !== 'text') return [];
  if (isReminder(text))
    return userContext(text) ?? whole({ kind: 'reminders', name: firstWords(text), source: 'reminder' });
  return message.kind === 'injected' && byText !== undefined ? whole(byText) : [];
}

export function textOfPart(part: Part): string | undefined {
  if (part.kind === 'text') return part.text;
  return part.kind === 'unknown' ? JSON.stringify(part.json) : undefined;
}

const TAG = /^\s*<([a-z][\w -]{2,40})>/i;
/** They report what happened, and belong to the conversation. */
const NO_PIECES = new Set([
  'turn_aborted',
  'task-notification',
  'teammate-message',
  'subagent_notification',
  'local-command-caveat',
]);
const TAG_KINDS: Readonly<Record<string, PieceKind>> = {
  user_instructions: 'instructions',
  instructions: 'instructions',
  skills_instructions: 'skills',
  skill: 'skills',
  environment_context: 'context',
};

/** Codex and others mark their texts by a heading or a tag. */
function named(text: string, otherwise: PieceKind): Named | undefined {
  const start = text.slice(0, 300);
  const agents = /^\s*# (AGENTS\.md) instructions(?: for ([^\n]+))?/.exec(start);
  if (agents !== null) {
    return {
      kind: 'instructions',
      name: agents[2] === undefined ? 'AGENTS.md' : `${agents[2].trim()}/AGENTS.md`,
      source: 'message',
    };
  }
  const tag = TAG.exec(start)?.[1]?.toLowerCase();
  if (tag === undefined || NO_PIECES.has(tag)) return undefined;
  const kind = Object.hasOwn(TAG_KINDS, tag) ? TAG_KINDS[tag] : otherwise;
  return { kind: kind ?? otherwise, name: tag.replaceAll('_', ' '), source: 'message' };
}

const SECTION =
  /^# (claudeMd|currentDate|gitStatus|userEmail|directoryStructure|readme|important-instruction-reminders)$/gm;
const CONTENTS = /^Contents of ([^\r\n]{1,1000}?)(?: \(([^()\r\n]{1,300})\))?:$/gm;

/** [Y5] The first reminder of Claude Code: named sections, the first of which holds the instructions, file after file. */
function userContext(text: string): PieceInPart[] | undefined {
  const sections = [...text.matchAll(SECTION)];
  const first = sections[0];
  if (first === undefined || /^# /m.test(text.slice(0, first.index))) return undefined;
  const pieces: PieceInPart[] = [
    { kind: 'context', name: 'introduction', source: 'user context', start: 0, end: first.index },
  ];
  sections.forEach((section, place) => {
    const start = section.index;
    const end = sections[place + 1]?.index ?? text.length;
    const name = section[1] ?? '';
    if (name === 'claudeMd') pieces.push(...instructionFiles(text, start, end));
    else pieces.push({ kind: 'context', name, source: 'user context', start, end });
  });
  return pieces;
}

function instructionFiles(text: string, start: number, end: number): PieceInPart[] {
  const files = [...text.slice(start, end).matchAll(CONTENTS)];
  const pieces: PieceInPart[] = [];
  const firstAt = files[0] === undefined ? end : start + files[0].index;
  if (firstAt > start) {
    pieces.push({ kind: 'context', name: 'claudeMd', source: 'user context', start, end: firstAt });
  }
  files.forEach((file, place) => {
    const next = files[place + 1];
    const path = file[1] ?? '';
    pieces.push({
      kind: /(?:^|[\\/])MEMORY\.md$/.test(path) ? 'memories' : 'instructions',
      name: path,
      source: file[2] ?? 'user context',
      start: start + file.index,
      end: next === undefined ? end : start + next.index,
    });
  });
  return pieces;
}

const LONGEST_NAME = 60;

function firstWords(text: string): string {
  const words = text
    .replace(/^<system-reminder>\s*/, '')
    .slice(0, 2 * LONGEST_NAME)
    .split('\n', 1)[0]
    ?.trim();
  if (words === undefined || words === '') return TITLES.reminders;
  return words.length > LONGEST_NAME ? `${words.slice(0, LONGEST_NAME)}…` : words;
}
