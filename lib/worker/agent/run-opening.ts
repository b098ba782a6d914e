import { type Entry, JOURNAL_VERSION, type RunSetup } from '../../agent/journal/entry';
import { lessonOf } from '../../agent/lessons/lesson-of';
import { Workspace } from '../../agent/tools/workspace';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import type { JournalStore, StoredJournal } from '../../storage/journal-store';
import { beginCopy, beginSession, type ProjectParts } from '../project/begin-session';
import type { RunRequest } from './agent-messages';

/** A run to open. */
export interface RunOpening extends StoredJournal<Entry> {
  readonly id: string;
  /** A lesson: it is begun again, not continued. */
  readonly isPassing?: true;
  readonly notKept?: Failure;
}

export interface OpeningParts extends Omit<ProjectParts, 'journals'> {
  readonly journals: JournalStore<Entry>;
  newId(): string;
}

type Beginning = Pick<RunSetup, 'policy' | 'model' | 'limits' | 'files'> &
  Required<Pick<RunSetup, 'own'>> &
  Pick<RunSetup, 'sections'> & { readonly passedMs?: number; readonly project?: string };

/** The first stored entry of the run. */
export async function openingOf(request: RunRequest, id: string, parts: OpeningParts): Promise<RunOpening> {
  switch (request.type) {
    case 'begin':
      return begin({ ...request, files: checkedFiles(request.files) }, id, parts);
    case 'next':
      return begin(leftBy((await readJournal(request.of, parts)).entries), id, parts);
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

async function begin(given: Beginning, id: string, parts: OpeningParts): Promise<RunOpening> {
  const { policy, model, limits, own, files, passedMs = 0, sections } = given;
  const setup = {
    version: JOURNAL_VERSION,
    runId: id,
    policy,
    model,
    limits,
    files,
    own,
    ...optional('sections', sections),
  } as const;
  if (lessonOf(model) !== undefined) {
    return { id, entries: [begunAt(parts.nowMs(), setup, passedMs)], cutOff: [], isPassing: true };
  }
  if (given.project === undefined) return kept(id, [begunAt(parts.nowMs(), setup, passedMs)], parts);
  const session = await beginSession({ project: given.project, run: id, files, passedMs }, parts);
  if (!session.ok) {
    // Neither a project nor a run can be stored: the user may still work.
    return { id, entries: [begunAt(parts.nowMs(), setup, passedMs)], cutOff: [], notKept: session.error };
  }
  const { left, passedMs: ahead, previous, ...begins } = session.value;
  const team = previous === undefined ? undefined : await teamKnownBy(previous, parts);
  const begun = begunAt(parts.nowMs(), { ...setup, ...begins, ...optional('team', team) }, ahead);
  return kept(id, [begun, ...noteOf(left, begun.timeMs)], parts);
}

/** [U3] So that the first pull may be answered 304. Without it, everything is pulled. */
async function teamKnownBy(run: string, { journals }: OpeningParts): Promise<RunSetup['team']> {
  const read = await journals.read(run);
  const entries = read.ok ? read.value.entries : [];
  const last = entries.findLast((entry) => entry.type === 'team');
  // A pull that was answered 304 is no entry.
  if (last?.type !== 'team') return entries[0]?.type === 'begun' ? entries[0].setup.team : undefined;
  const { etag, sums } = last.member;
  return etag === undefined ? undefined : { etag, sums };
}

function begunAt(nowMs: number, setup: RunSetup, passedMs: number): Extract<Entry, { readonly type: 'begun' }> {
  return { type: 'begun', timeMs: nowMs + passedMs, setup: passedMs === 0 ? setup : { ...setup, passedMs } };
}

function noteOf(left: readonly string[], timeMs: number): readonly Entry[] {
  if (left.length === 0) return [];
  const what = `Part of the project’s home folder could not be used (${left.slice(0, 3).join('; ')}).`;
  return [{ type: 'problem', timeMs, what, advice: 'This session starts without it. Nothing stored was removed.' }];
}

/** A new session on the files of another, under its policy. */
function leftBy(entries: readonly Entry[]): Beginning {
  const [begun] = entries;
  if (begun?.type !== 'begun') throw new Error('The first entry of a run is its beginning');
  const { setup } = begun;
  const workspace = Workspace.of(setup.files);
  let { policy, model, limits, own = {}, passedMs = 0, sections } = setup;
  for (const entry of entries) {
    if ('files' in entry && entry.type !== 'recalled') workspace.apply(entry.files);
    if (entry.type === 'policy') policy = entry.policy;
    if (entry.type === 'model') model = entry.model;
    if (entry.type === 'limits') limits = entry.limits;
    if (entry.type === 'own-setup') own = entry.own;
    if (entry.type === 'sections') sections = entry.sections;
    if (entry.type === 'waited') passedMs += entry.ms;
  }
  const files = workspace.files();
  const more = { ...optional('sections', sections), ...optional('project', setup.project?.id) };
  return { policy, model, limits, own, files, passedMs, ...more };
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
  return kept(id, [...(await asOwnSession(id, copied, parts)), ...note], parts);
}

/** Of the same project, if it has one and that can be stored. */
async function asOwnSession(id: string, copied: readonly Entry[], parts: OpeningParts): Promise<readonly Entry[]> {
  const [begun, ...others] = copied;
  if (begun?.type !== 'begun' || begun.setup.project === undefined) return copied;
  const { project, ...setup } = begun.setup;
  const { passedMs = 0 } = leftBy(copied);
  const session = await beginCopy({ project: project.id, run: id, passedMs }, parts);
  if (!session.ok) return [{ ...begun, setup }, ...others];
  const own = { ...project, session: session.value, copied: copied.length };
  return [{ ...begun, setup: { ...setup, project: own } }, ...others];
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
