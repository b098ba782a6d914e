import { optional } from '../../base/optional';
import type { InstructionLevel } from '../../instructions/instruction-tree';
import { builtInCalibration } from '../../tokens/calibrated';
import type { LiveConversation } from '../run/live-conversation';
import type { InstructionsLoaded } from '../system/prompt-assembly';
import type {
  InstructionsView,
  ShownChange,
  ShownInstructionFile,
  ShownLevel,
  ShownSection,
  SystemView,
} from '../view/system-view';

/** Events beyond these are in the record of the run. */
const MOST_EVENTS = 200;

/** The system prompt and the instructions of a run. */
export function systemViewOf(run: LiveConversation): SystemView {
  const { assembly, own } = run;
  const sections = assembly.isOld ? [] : assembly.sections.map(shownSection);
  const { parts, staticParts } = assembly.sent;
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  return {
    sections,
    choices: assembly.choices,
    isCustom: own.system !== undefined,
    staticTokens: sum(texts.slice(0, staticParts)),
    dynamicTokens: sum(texts.slice(staticParts)),
    instructions: instructionsView(run),
    change: latestChange(run),
  };
}

function shownSection({ section, text, state, isEdited, at, usual }: SectionStates[number]): ShownSection {
  const { id, title, kind, nothing } = section;
  return {
    id,
    title,
    kind,
    state,
    text,
    usualText: usual,
    tokens: text === '' ? 0 : tokensOf(text),
    isEdited,
    nothing,
    computed: at,
  };
}

type SectionStates = LiveConversation['assembly']['sections'];

function instructionsView({ assembly, own }: LiveConversation): InstructionsView {
  const { loads, context = [] } = assembly;
  const standing = assembly.standing;
  const pieces = context.map((piece) => ({ ...piece, tokens: tokensOf(piece.text) }));
  const instructions = own.instructions?.trim() ?? '';
  const setup: ShownLevel = {
    level: 'setup',
    title: 'Setup tab',
    places: 'at the end of the system prompt',
    files:
      instructions === ''
        ? []
        : [{ path: 'Instructions', tokens: tokensOf(instructions), reason: 'session start', notes: [] }],
  };
  return {
    levels: [...levels.map((level) => ({ ...level, files: standing.filter(isOf(level.level)).map(shownFile) })), setup],
    pieces,
    tokens: pieces.reduce((all, { tokens }) => all + tokens, 0),
    events: loads.slice(-MOST_EVENTS).map(({ path, level, reason, because, call, timeMs }) => ({
      path,
      level,
      reason,
      call,
      timeMs,
      ...optional('because', because),
    })),
  };
}

/** [I1] */
const levels: readonly Omit<ShownLevel, 'files'>[] = [
  { level: 'managed', title: 'Administrator', places: '/etc/claude-code/CLAUDE.md' },
  { level: 'user', title: 'User', places: '~/.claude/CLAUDE.md' },
  { level: 'project', title: 'Project', places: 'CLAUDE.md, .claude/CLAUDE.md; AGENTS.md if there is neither' },
  { level: 'rule', title: 'Rules', places: '.claude/rules/*.md' },
  { level: 'local', title: 'Local', places: 'CLAUDE.local.md' },
  { level: 'memory', title: 'Memory index', places: 'MEMORY.md of the memory folder, if the policy saves memories' },
  { level: 'team', title: 'Index of the team', places: 'team/MEMORY.md of the memory folder, if there is a team' },
  { level: 'nested', title: 'Nested', places: 'CLAUDE.md of a folder, once a file in it was read' },
];

function isOf(wanted: ShownLevel['level']) {
  return ({ level }: { readonly level: InstructionLevel }) => level === wanted;
}

function shownFile({ path, text, reason, because, notes }: InstructionsLoaded): ShownInstructionFile {
  return { path, tokens: text === '' ? 0 : tokensOf(text), reason, notes, ...optional('because', because) };
}

function latestChange({ beginnings, calls }: LiveConversation): ShownChange | undefined {
  const last = beginnings.at(-1);
  if (last === undefined) return undefined;
  const { call, because, isStatic } = last;
  const usage = calls[call]?.usage;
  const at = usage && { read: usage.cacheRead, written: usage.cacheWrite5m + usage.cacheWrite1h };
  return { call, because, isStatic, readBefore: calls[call - 1]?.usage.cacheRead ?? 0, ...optional('at', at) };
}

function sum(texts: readonly string[]): number {
  return texts.reduce((all, text) => all + tokensOf(text), 0);
}

function tokensOf(text: string): number {
  return Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
}
