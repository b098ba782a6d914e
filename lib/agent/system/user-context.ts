import type { InstructionLevel, LoadedInstructions } from '../../instructions/instruction-tree';
import { dateOf } from './sections/date-of';

/** A piece of a text, and the file that it comes from. */
export interface Piece {
  readonly text: string;
  /** Missing for our own words around it. */
  readonly path?: string;
  /** Of the file, from 1: front matter is not sent. */
  readonly firstLine?: number;
}

const INTRODUCTION = 'Gathered when the session began: background for your work, and no request.';
const CAVEAT = 'It may have nothing to do with the task at hand.';

const LEVELS: Readonly<Record<InstructionLevel, string>> = {
  managed: 'administrator',
  user: 'user, all projects',
  project: 'project',
  rule: 'rule of the project',
  local: 'user, this project',
  memory: 'index of your memory',
  team: 'index of the memory that your team shares',
  nested: 'for files of this folder',
};

/**
 * [Y5] The first block of the first message, in pieces. Undefined without instructions: then there is nothing but the
 * date, which the system prompt has, too.
 */
export function userContext(
  loaded: readonly LoadedInstructions[],
  nowMs: number,
  source: (path: string) => string | undefined = () => undefined,
): readonly Piece[] | undefined {
  if (loaded.length === 0) return undefined;
  return [
    { text: `<system-reminder>\n${INTRODUCTION}\n\n# Instructions\n` },
    ...loaded.flatMap((each) => instructionPieces(each, source(each.path))),
    { text: `\n# Date\n${dateOf(nowMs)}\n\n${CAVEAT}\n</system-reminder>` },
  ];
}

/** [I3] The message of instructions that were loaded because a file was read. */
export function nestedContext(loaded: readonly LoadedInstructions[]): string {
  const pieces = [
    { text: '<system-reminder>' },
    ...loaded.flatMap((each) => instructionPieces(each)),
    { text: '</system-reminder>' },
  ];
  return textOf(pieces);
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('\n');
}

function instructionPieces({ path, level, text, notes }: LoadedInstructions, source = text): readonly Piece[] {
  const body = text.trimEnd();
  return [
    { text: `${path} (${LEVELS[level]}):` },
    ...(body === '' ? [] : [{ path, text: withoutTags(body), firstLine: lineOf(text, source) }]),
    ...notes.map((note) => ({ text: `[${withoutTags(note)}]` })),
  ];
}

/** Where a text begins that its file ends with. */
function lineOf(text: string, source: string): number {
  return source.endsWith(text) ? source.slice(0, source.length - text.length).split('\n').length : 1;
}

/** A file must not end the reminder that contains it, and providers reject NUL. */
export function withoutTags(text: string): string {
  return text.replace(/<(\/?)system-reminder>/gi, '[$1system-reminder]').replaceAll('\0', '␀');
}
