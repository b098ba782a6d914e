import { utf8Bytes } from '../../tokens/text-size';
import { firstBytes, firstLines } from '../files/cut-text';
import type { MemoryFolder } from '../files/memory-folder';
import { type Candidate, candidatesIn } from './manifest';

/** [R3] */
export interface RecallBudget {
  readonly linesOfFile: number;
  readonly bytesOfFile: number;
  readonly bytesOfSession: number;
}

export const recallBudget: RecallBudget = { linesOfFile: 200, bytesOfFile: 4_096, bytesOfSession: 61_440 };

/** [R2] [R3] What a session was shown since it began, or since its latest compaction. */
export interface RecallSession {
  readonly shown: ReadonlySet<string>;
  readonly bytes: number;
}

export const startOfRecall: RecallSession = { shown: new Set(), bytes: 0 };

/** [R2] What may be chosen. */
export function candidatesFor(session: RecallSession, folder: MemoryFolder, most?: number): readonly Candidate[] {
  return candidatesIn(folder, most).filter(({ file }) => !session.shown.has(file));
}

export interface Recalled {
  readonly file: string;
  /** As it is sent, now and in every later call. */
  readonly text: string;
  readonly bytes: number;
  readonly ageDays: number;
  readonly cutBy: 'lines' | 'bytes' | undefined;
}

export interface RecallOutcome {
  readonly session: RecallSession;
  readonly recalled: readonly Recalled[];
  /** Chosen, but not shown. */
  readonly leftOut: readonly { readonly file: string; readonly why: 'budget' | 'missing' | 'shown' }[];
}

/** [R3] [R4] Makes the attachments of one prompt. A smaller one may still fit after one that does not. */
export function recall(
  before: RecallSession,
  folder: MemoryFolder,
  chosen: readonly string[],
  nowMs: number,
  budget: RecallBudget = recallBudget,
): RecallOutcome {
  const shown = new Set(before.shown);
  const recalled: Recalled[] = [];
  const leftOut: { file: string; why: 'budget' | 'missing' | 'shown' }[] = [];
  let bytes = before.bytes;
  for (const file of chosen) {
    const stored = folder.files.get(file);
    if (shown.has(file) || stored === undefined) {
      leftOut.push({ file, why: stored === undefined ? 'missing' : 'shown' });
      continue;
    }
    const made = attachment(file, stored.text, ageInDays(stored.mtimeMs, nowMs), budget);
    if (bytes + made.bytes > budget.bytesOfSession) {
      leftOut.push({ file, why: 'budget' });
      continue;
    }
    bytes += made.bytes;
    shown.add(file);
    recalled.push(made);
  }
  return { session: { shown, bytes }, recalled, leftOut };
}

const DAY_MS = 86_400_000;

/** [R4] Whole days. A clock that was set back makes nothing younger than today. */
export function ageInDays(mtimeMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - mtimeMs) / DAY_MS));
}

/** [R4] */
export function ageWords(days: number): string {
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
}

const WARNED_FROM_DAYS = 2;
const END = '</system-reminder>';

function attachment(file: string, text: string, ageDays: number, budget: RecallBudget): Recalled {
  // A memory is data: its text cannot end the reminder around it.
  const trimmed = text.trimEnd().replaceAll(END, '< /system-reminder>');
  const byLines = firstLines(trimmed, budget.linesOfFile);
  const kept = firstBytes(byLines, budget.bytesOfFile);
  const cutBy = kept !== byLines ? 'bytes' : byLines !== trimmed ? 'lines' : undefined;
  const limit = cutBy === 'bytes' ? `${budget.bytesOfFile} bytes` : `${budget.linesOfFile} lines`;
  const warning =
    ageDays < WARNED_FROM_DAYS
      ? ''
      : `This memory is ${ageDays} days old: an observation of that time, not the present state. Verify what it says about code or files before you rely on it.\n\n`;
  const cut = cutBy === undefined ? '' : `\n\n[Cut at ${limit}. Read ${file} for the rest.]`;
  const said = `<system-reminder>\n${warning}Memory ${file}, saved ${ageWords(ageDays)}:\n\n${kept}${cut}\n${END}`;
  return { file, text: said, bytes: utf8Bytes(said), ageDays, cutBy };
}

const ATTACHED =
  /^<system-reminder>\n(?:This memory is (\d+) days old: [^\n]*\n\n)?Memory ([^\n]+?), saved (today|yesterday|\d+ days ago):\n\n([\s\S]*?)\n<\/system-reminder>$/;

/** A memory in a session, as its attachment shows it. */
export interface AttachedMemory {
  readonly file: string;
  readonly text: string;
  /** In words, as of the day on which it was attached. */
  readonly saved: string;
}

/** The inverse of an attachment; undefined if the text is none. */
export function attachedMemory(text: string): AttachedMemory | undefined {
  const [, , file, saved = '', memory = ''] = ATTACHED.exec(text) ?? [];
  return file === undefined ? undefined : { file, text: memory, saved };
}
