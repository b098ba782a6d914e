import { type Entry, JOURNAL_VERSION } from '../../agent/journal/entry';
import { lessonOf } from '../../agent/lessons/lesson-of';
import { Workspace } from '../../agent/tools/workspace';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { Refusal } from '../../base/failure';
import type { JournalStore, StoredJournal } from '../../storage/journal-store';
import type { RunRequest } from './agent-messages';

/** A run to open. */
export interface RunOpening extends StoredJournal<Entry> {
  readonly id: string;
  /** A lesson: it is begun again, not continued. */
  readonly isPassing?: true;
  readonly notKept?: Failure;
}

export interface OpeningParts {
  readonly journals: JournalStore<Entry>;
  newId(): string;
  nowMs(): number;
}

/** The first stored entry of the run. */
export async function openingOf(request: RunRequest, id: string, parts: OpeningParts): Promise<RunOpening> {
  switch (request.type) {
    case 'begin': {
      const { policy, model, limits, own, passedMs = 0 } = request;
      const files = checkedFiles(request.files);
      const setup = { version: JOURNAL_VERSION, runId: id, policy, model, limits, files, own } as const;
      const ahead = passedMs === 0 ? setup : { ...setup, passedMs };
      const begun = { type: 'begun', timeMs: parts.nowMs() + passedMs, setup: ahead } as const;
      if (lessonOf(model) !== undefined) return { id, entries: [begun], cutOff: [], isPassing: true };
      return kept(id, [begun], parts);
    }
    case 'open': {
      const journal = await readJournal(request.id, parts);
      return journal.damage === undefined ? { id, ...journal } : mended(parts.newId(), journal, parts);
    }
    case 'copy':
      return mended(id, await readJournal(request.id, parts), parts);
    default:
      return assertNever(request);
  }
}

/** Continues the intact part under a new id; the original stays unchanged. */
async function mended(id: string, { entries, damage }: StoredJournal<Entry>, parts: OpeningParts): Promise<RunOpening> {
  const note: readonly Entry[] =
    damage === undefined
      ? []
      : [
          {
            type: 'problem',
            timeMs: parts.nowMs(),
            what: `This run’s stored data is damaged (${damage}).`,
            advice: 'This is a copy of the intact part. Continue from here; the damaged run is unchanged.',
          },
        ];
  // Whoever continues a copy is asked again before it costs anything.
  const copied = entries.filter(({ type }) => type !== 'approved');
  return kept(id, [...copied, ...note], parts);
}

/** A full or blocked store does not stop the user: the page says that the run is gone with the tab. */
async function kept(id: string, entries: readonly Entry[], { journals }: OpeningParts): Promise<RunOpening> {
  for (const [place, entry] of entries.entries()) {
    const written = await journals.append(id, place, entry);
    if (!written.ok) return { id, entries, cutOff: [], notKept: written.error };
  }
  return { id, entries, cutOff: [] };
}

async function readJournal(id: string, { journals }: OpeningParts): Promise<StoredJournal<Entry>> {
  const read = await journals.read(id);
  if (!read.ok) throw new Refusal(read.error.what, read.error.advice);
  if (read.value.entries[0]?.type === 'begun') return read.value;
  const { damage } = read.value;
  throw new Refusal(
    damage === undefined ? 'This run is not stored in this browser.' : `Could not read this run: ${damage}.`,
    'Start a new run. Nothing was removed.',
  );
}

function checkedFiles(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const workspace = Workspace.of({});
  for (const [path, text] of Object.entries(given)) {
    const written = workspace.write(path, text);
    if (!written.ok) throw new Refusal(`${path} ${written.error}`, 'Remove files that the agent does not need.');
  }
  return workspace.files();
}
