import { existsSync } from 'node:fs';
import { fail, ok } from '../../lib/base/result';
import {
  billSum,
  type CompactionReport,
  compactionReport,
  needsReplay,
  usualWindow,
} from '../../lib/bills/compaction-report';
import type { CompactionCosts } from '../../lib/bills/cost-figures';
import type { JoinedSession } from '../../lib/bills/joined-sessions';
import { agentFolders } from './bills/agent-folders';
import { type FileStamp, stampOf } from './bills/file-stamp';
import { type Reading, readCompactionCosts, readSessions } from './bills/read-sessions';
import { sessionFilesIn } from './bills/session-files';
import { clearIndex, indexPath, SessionIndex } from './bills/session-index';
import { withoutCopies } from './bills/without-copies';
import { answersText, billText, type CostAnswer, shortened } from './cost-text';
import { type FailedFile, sayFailed } from './failed-file';
import { fromWhereTheUserIs } from './file-source';
import { whyUnreadable } from './files-on-disk';
import type { Paste } from './lines-to-paste';
import { parseWords, wrongWords } from './parse-words';
import { progressLine } from './progress-line';
import { STANDARD_INPUT, savedInput, shownPath } from './standard-input';
import { complain, say, sayJson } from './terminal';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

/** `highwater`, or `highwater cost PATHS…`. Returns the exit code. */
export async function cost(words: readonly string[]): Promise<number> {
  const read = readOptions(words);
  if (!read.ok) return wrongWords('cost', read.error);
  const options = read.value;
  if (options.clears) {
    clearIndex(indexPath());
    say(`Deleted the index ${indexPath()}\n`);
    return 0;
  }
  const input = options.folders.includes(STANDARD_INPUT) ? await savedInput() : undefined;
  const shown = (path: string) => (path === input ? shownPath(STANDARD_INPUT) : path);
  const places = [];
  const unlisted: string[] = [];
  for (const named of options.folders) {
    const folder = named === STANDARD_INPUT && input !== undefined ? input : fromWhereTheUserIs(named);
    const found = stampsIn(folder, options);
    unlisted.push(...found.unread);
    places.push({ folder, stamps: found.stamps });
  }
  const unread = unlisted.map((path) => unreadPath(path));
  for (const failed of unread) sayFailed(failed, false);
  const stamps = places.flatMap((place) => place.stamps);
  if (stamps.length === 0 && unread.length === 0) {
    complain(nothingFound(options.folders, options.since));
    unread.push(...places.map(({ folder }) => withoutSessions(shown(folder), options.since)));
  }
  if (stamps.length === 0 && !options.json) return 1;
  // What comes from standard input has another path each time.
  const index = SessionIndex.open(options.keeps && input === undefined ? indexPath() : undefined);
  const reading = await readWithProgress(stamps, index);
  const named = new Set(options.areNamed ? places.map(({ folder }) => folder) : []);
  for (const path of reading.unreadable.filter((each) => named.has(each))) {
    const failed = withoutSession(shown(path));
    sayFailed(failed, false);
    unread.push(failed);
  }
  const billed = await withoutCopies(reading.sessions);
  const sessions = billed.filter(({ main }) => main.lastMs === null || main.lastMs >= options.sinceMs);
  save(index);
  const bill = {
    highwater: 1,
    since: options.since,
    places: places.map(({ folder, stamps }) => ({ folder: shown(folder), files: stamps.length })),
    sessions: sessions.length,
    unreadable: [...reading.unreadable.map(shown), ...unlisted],
    unread,
    bill: billSum(sessions),
  } as const;
  if (!options.json) say(billText(bill));
  const isCounted = !options.isQuick && stamps.length > 0;
  const counted = isCounted ? await countWithProgress(billed, sessions, options.sinceMs, index) : null;
  const paste = counted === null ? null : await toPaste(sessions, counted);
  const compaction = counted && {
    ...counted,
    worst: counted.worst.map((session) => ({ ...session, path: shown(session.path) })),
  };
  const answer: CostAnswer = { ...bill, compaction, paste };
  if (options.json) sayJson(`${JSON.stringify(answer)}\n`);
  else say(answersText(answer));
  return unread.length === 0 ? 0 : 1;
}

function unreadPath(path: string): FailedFile {
  const why = whyUnreadable(path) ?? 'it changed meanwhile';
  const what = `Could not read "${shortened(path)}": ${why}.`;
  return { file: path, error: { what, advice: 'Check that you may read it, or give another folder.' } };
}

function withoutSessions(folder: string, since: string): FailedFile {
  const what = `"${shortened(folder)}" has no session of Claude Code or Codex that was written to since ${since}.`;
  return { file: folder, error: { what, advice: 'Give another folder, or look further back with --days.' } };
}

function withoutSession(path: string): FailedFile {
  const what = `Could not read "${shortened(path)}": no session of Claude Code or Codex in it can be read.`;
  return { file: path, error: { what, advice: 'highwater inspect says why.' } };
}

function readOptions(words: readonly string[]) {
  const parsed = parseWords(words, {
    days: { type: 'string' },
    since: { type: 'string' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'no-index': { type: 'boolean', default: false },
    'clear-index': { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const { days = String(USUAL_DAYS), since } = values;
  if (!/^\d{1,5}$/.test(days)) return fail(`--days takes a whole number, not "${days}"`);
  const sinceMs = since === undefined ? Date.now() - Number(days) * DAY_MS : Date.parse(since);
  if (Number.isNaN(sinceMs)) return fail(`--since takes a date such as 2026-05-31, not "${since}"`);
  return ok({
    folders: positionals.length > 0 ? positionals : agentFolders().map((each) => each.folder),
    areNamed: positionals.length > 0,
    sinceMs,
    since: new Date(sinceMs).toISOString().slice(0, 10),
    isQuick: values.quick,
    json: values.json,
    keeps: !values['no-index'],
    clears: values['clear-index'],
  });
}

/**
 * A file that nobody has written to since then has no later call. An agent's folder that does not exist has no files; one
 * that was named should.
 */
function stampsIn(path: string, { sinceMs, areNamed }: { readonly sinceMs: number; readonly areNamed: boolean }) {
  const isFile = whyUnreadable(path) === undefined;
  if (!isFile && !existsSync(path)) return { stamps: [], unread: areNamed ? [path] : [] };
  const { files, unread } = isFile ? { files: [path], unread: [] } : sessionFilesIn(path);
  const stamps = files.flatMap((file) => stampOf(file) ?? []);
  return { stamps: stamps.filter(({ modifiedMs }) => modifiedMs >= sinceMs), unread };
}

async function readWithProgress(stamps: readonly FileStamp[], index: SessionIndex): Promise<Reading> {
  const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  const line = progressLine(process.stderr, megabytes(stamps.reduce((sum, { size }) => sum + size, 0)), 'MB read');
  let read = 0;
  const reading = await readSessions(stamps, {
    index,
    onBytes: (bytes) => {
      const before = megabytes(read);
      read += bytes;
      line.add(megabytes(read) - before);
    },
  });
  line.clear();
  return reading;
}

async function countWithProgress(
  all: readonly JoinedSession[],
  sessions: readonly JoinedSession[],
  sinceMs: number,
  index: SessionIndex,
): Promise<CompactionReport> {
  const chosen = sessions.filter(needsReplay);
  const paths = [...new Set(chosen.map(({ path }) => path))];
  const line = progressLine(process.stderr, paths.length, 'sessions replayed');
  const onFile = () => line.add(1);
  const costs = await readCompactionCosts(paths, { index, onFile });
  line.clear();
  save(index);
  const counted = chosen.flatMap((session) => {
    const own = costsOf(session, all, costs);
    return own === undefined ? [] : [{ session, costs: own }];
  });
  return compactionReport(counted, sinceMs);
}

/** The costs of a file are in the order of all its sessions. */
function costsOf(
  session: JoinedSession,
  all: readonly JoinedSession[],
  costs: ReadonlyMap<string, readonly CompactionCosts[]>,
): CompactionCosts | undefined {
  const inFile = all.filter(({ path }) => path === session.path);
  return costs.get(session.path)?.[inFile.indexOf(session)];
}

async function toPaste(sessions: readonly JoinedSession[], compaction: CompactionReport): Promise<Paste> {
  const { linesToPaste } = await import('./lines-to-paste');
  return linesToPaste(windowsByAgent(sessions), await focus(compaction));
}

/** Rules are the user's words, so they are in no index: the worst sessions are looked at again. */
async function focus(compaction: CompactionReport): Promise<string | undefined> {
  // Loading what replays takes longer than the bill.
  const { focusOn, lostRules } = await import('../../lib/bills/lost-rules');
  const { imports } = await import('./bills/read-file');
  const rules: (readonly string[])[] = [];
  for (const { path } of compaction.worst) {
    const transcript = (await imports(path))?.transcripts[0];
    if (transcript !== undefined) rules.push(lostRules(transcript));
  }
  return focusOn(rules);
}

function windowsByAgent(sessions: readonly JoinedSession[]) {
  const windowOf = (name: string) => usualWindow(sessions.filter(({ main }) => main.agent === name));
  return { claudeCode: windowOf('Claude Code'), codex: windowOf('Codex CLI') };
}

/** It only saves time, so a folder that cannot be written to must not cost the answer. */
function save(index: SessionIndex): void {
  try {
    index.save();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    complain(
      `The index could not be written (${why}). The next run will read everything again. Free or unlock that folder, or use --no-index.\n`,
    );
  }
}

function nothingFound(folders: readonly string[], since: string): string {
  const looked = folders.map((folder) => `  ${shortened(folder)}\n`).join('');
  return (
    `No session of Claude Code or Codex that was written to since ${since} was found. Looked in:\n${looked}` +
    'Set CLAUDE_CONFIG_DIR or CODEX_HOME if they are elsewhere, give a folder (highwater cost FOLDER), or look further back (--days 365). ' +
    '"highwater corpus FOLDER" makes sessions to try it with.\n'
  );
}
