import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fail, ok, type Result } from '../../lib/base/result';
import { importFiles } from '../../lib/importers/import-files';
import { extractionOf } from '../../lib/layers/bound-layer';
import { dreamWords } from '../../lib/memory/dreaming/dream-words';
import type { KeptMemory } from '../../lib/memory/extraction/extract-offline';
import { indexOf, memoriesIn } from '../../lib/memory/files/memory-folder';
import { checkIndex, cutIndex } from '../../lib/memory/files/memory-index';
import { type Project, type ProjectSession, projectsOf } from '../../lib/memory/replay/project-sessions';
import type { UsedAcross } from '../../lib/memory/replay/used-across';
import type { Policy } from '../../lib/policies/shape/policy';
import { counted } from '../../lib/series/words/format-number';
import { isOfMemory } from '../../lib/simulator/memory/memory-policy';
import { ProjectWalk } from '../../lib/simulator/memory/project-walk';
import type { DreamtAt, SessionMemory } from '../../lib/simulator/memory/session-memory';
import { type FailedFile, failedImport, sayFailed } from './failed-file';
import { filesToImport, fromWhereTheUserIs } from './file-source';
import { whyUnreadable } from './files-on-disk';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { readPolicy } from './policy-options';
import { say, sayJson } from './terminal';

interface Options {
  readonly path: string;
  readonly isJson: boolean;
  readonly policy: Policy;
}

/** `highwater memory DIR`: what later sessions of a project would have known. Returns the exit code. */
export async function memory(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('memory', options.error);
  const { path, isJson, policy } = options.value;
  const found = await stat(fromWhereTheUserIs(path)).catch(() => undefined);
  if (!found?.isDirectory()) {
    const why = found?.isFile()
      ? 'it is a file'
      : (whyUnreadable(fromWhereTheUserIs(path)) ?? 'it is a file').replace(/^file/, 'folder');
    return failed({ file: path, error: { what: `Could not read "${path}": ${why}.`, advice: ADVICE } }, isJson);
  }
  const { sessions, unread } = await sessionsIn(path);
  if (sessions.length === 0) {
    const what = `Could not replay "${path}": no sessions found.`;
    return failed({ file: path, error: { what, advice: ADVICE } }, isJson, unread);
  }
  const reports = projectsOf(sessions).map((project) => reportOf(project, policy));
  if (isJson) sayJson(jsonLine({ projects: reports, unread }));
  else say(reports.map(asText).join('\n'));
  return unread.length === 0 ? 0 : 1;
}

const ADVICE = 'Specify the folder with the sessions of a project.';

/** Returns the exit code. */
function failed(folder: FailedFile, isJson: boolean, unread: readonly FailedFile[] = []): number {
  sayFailed(folder, false);
  if (isJson) sayJson(jsonLine({ projects: [], unread: [...unread, folder] }));
  return 1;
}

function readOptions(words: readonly string[]): Result<Options> {
  const parsed = parseWords(words, {
    json: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) return fail('specify one folder');
  const chosen = readPolicy({ policy: 'none', set: values.set, replies: 'recorded' });
  if (!chosen.ok) return chosen;
  const { policy } = chosen.value;
  const own = policy.layers.filter(isOfMemory).map(({ layer }) => `${layer}.`);
  const other = values.set.find((each) => !own.some((start) => each.startsWith(start)));
  if (other !== undefined)
    return fail(`--set takes settings of ${listOf(own.map((id) => id.slice(0, -1)))} here, not "${other}"`);
  return ok({ path, isJson: values.json, policy });
}

/** A file that cannot be read is said, and the others are replayed. */
async function sessionsIn(
  path: string,
): Promise<{ sessions: readonly ProjectSession[]; unread: readonly FailedFile[] }> {
  const sessions: ProjectSession[] = [];
  const unread: FailedFile[] = [];
  for await (const imported of importFiles(await filesToImport([path]))) {
    if (imported.type === 'failed') {
      const file = failedImport(imported);
      sayFailed(file, false);
      unread.push(file);
    } else if (imported.type === 'imported') {
      const { transcripts } = imported.file;
      for (const [place, transcript] of transcripts.entries()) {
        const name = basename(imported.path);
        const folder = join(path, relative(fromWhereTheUserIs(path), dirname(imported.path)));
        sessions.push({ name: transcripts.length === 1 ? name : `${name}, session ${place + 1}`, folder, transcript });
      }
    }
  }
  return { sessions, unread };
}

type Report = ReturnType<typeof reportOf>;

function reportOf({ directory, root, sessions }: Project, policy: Policy) {
  const walk = new ProjectWalk(root, policy);
  const replays = sessions.map(({ transcript }) => walk.add(transcript));
  const { folder } = walk;
  const used = walk.used();
  const index = indexOf(folder);
  const limits = policy.layers.flatMap((row) => extractionOf(row)?.index ?? [])[0];
  const { text: _, ...cut } = cutIndex(index, limits);
  const { memories, unreadable } = memoriesIn(folder);
  return {
    directory,
    folder: root,
    sessions: sessions.flatMap((session, at) => {
      const replay = replays[at];
      return replay === undefined
        ? []
        : [
            sessionReport(
              session,
              replay,
              used.filter((use) => use.used.session === at),
            ),
          ];
    }),
    memories: memories.map(({ file, type, description, mtimeMs }) => ({ file, type, description, mtimeMs })),
    unreadable,
    index: { ...cut, cutBy: cut.cutBy ?? null, ...checkIndex(index, [...folder.files.keys()], root) },
  };
}

function sessionReport({ name, transcript }: ProjectSession, replay: SessionMemory, used: readonly UsedAcross[]) {
  const { carriedCost, askedCost } = replay;
  const { rules, index, recalled } = replay.memory;
  const carried = { rules: whole(rules), index: whole(index), recalled: whole(recalled) };
  return {
    file: name,
    startMs: transcript.messages.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? null,
    messages: transcript.messages.length,
    calls: transcript.calls.length,
    extractions: replay.extractions,
    kept: replay.kept.map(keptReport),
    leftOut: replay.leftOut.map(({ from, why }) => ({ message: from.message, why, text: from.text })),
    savedByTheAgent: replay.ownWrites,
    recalled: replay.recalled.map(({ file, message, bytes, ageDays, words }) => ({
      file,
      message,
      bytes,
      ageDays,
      words,
    })),
    notRecalled: replay.notRecalled,
    dreams: replay.dreams.map(dreamReport),
    dreamDollars: replay.dreamCost.unknown > 0 ? null : replay.dreamCost.dollars,
    carried: {
      rules: sum(carried.rules),
      index: sum(carried.index),
      recalled: sum(carried.recalled),
      perCall: carried,
    },
    costDollars: carriedCost.unknown > 0 ? null : carriedCost.dollars,
    askedDollars: askedCost.unknown > 0 ? null : askedCost.dollars,
    usedLater: {
      needed: used.length,
      carried: used.filter(({ memory }) => memory === 'carried').length,
      kept: used.filter(({ memory }) => memory === 'kept').length,
      values: used.map(({ value, type, was, used: place, memory }) => ({ value, type, was, used: place, memory })),
    },
  };
}

/** [D3] [K1] What was merged, lost and changed. */
function dreamReport({ timeMs, requests, actions, scores }: DreamtAt) {
  const { before, after, facts, lost, refuted, changed } = scores;
  return { timeMs, requests, actions, before, after, facts, lost, refuted, changed };
}

function keptReport({ file, type, action, from }: KeptMemory) {
  return { file, type, action, message: from.message, part: from.part, text: from.text };
}

const MAX_LISTED = 10;

function asText({ directory, sessions, memories, unreadable, index }: Report): string {
  const lines = [
    `${directory}: ${counted(sessions.length, 'session')}`,
    ...sessions.flatMap(sessionLines),
    `  in the end: ${amount(memories.length, 'memory', 'memories')}, index of ${counted(index.lines, 'line')} (${number(index.bytes)} bytes)${index.cutBy === null ? '' : `, cut by ${index.cutBy}`}`,
    ...listed('  index names a missing file:', index.deadLinks),
    ...listed('  index names a file outside the folder:', index.outside),
    ...listed('  not in the index:', index.unlisted),
    ...unreadable.map(({ file, why }) => `  could not read ${file}: ${why}`),
    '  Memories are chosen and recalled by rules, without a model. Costs are those of the tokens carried, with a warm cache, and of the requests that a model would have been sent.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function sessionLines(session: Report['sessions'][number]): readonly string[] {
  const {
    file,
    startMs,
    calls,
    kept,
    leftOut,
    savedByTheAgent,
    recalled,
    carried,
    costDollars,
    askedDollars,
    usedLater,
  } = session;
  const day = startMs === null ? 'no times' : new Date(startMs).toISOString().slice(0, 10);
  const refused = savedByTheAgent.filter(({ problem }) => problem !== undefined);
  return [
    `  ${file} (${day}, ${counted(calls, 'call')}, ${counted(session.extractions, 'extraction')})`,
    `    kept ${kept.length}${leftOut.length === 0 ? '' : `, left out ${leftOut.length}: ${reasons(leftOut)}`}`,
    ...listed(
      '     ',
      kept.map(
        ({ type, action, message, text }) =>
          `${type}, message ${message}${action === 'changed' ? ', changed' : ''}: ${short(text)}`,
      ),
    ),
    ...(savedByTheAgent.length === 0
      ? []
      : [
          `    saved by the agent itself: ${savedByTheAgent.length - refused.length} of ${counted(savedByTheAgent.length, 'write')}`,
        ]),
    ...listed(
      '     ',
      refused.map(({ message, problem }) => `message ${message}: ${problem}`),
    ),
    `    recalled ${recalled.length}${session.notRecalled === 0 ? '' : `, ${session.notRecalled} more did not fit`}`,
    ...listed(
      '     ',
      recalled.map(
        ({ file: name, message, bytes, ageDays, words }) =>
          `${name} at message ${message}: ${number(bytes)} bytes, ${counted(ageDays, 'day')} old, by ${words.join(', ')}`,
      ),
    ),
    ...session.dreams.flatMap((dream) => dreamLines(dream, session.dreamDollars)),
    `    carried per call: rules ${perCall(carried.rules, calls)}, index ${perCall(carried.index, calls)}, recalled ${perCall(carried.recalled, calls)} tokens; cost ${dollars(costDollars)}, and ${dollars(askedDollars)} for choosing and saving`,
    `    used later across sessions: ${counted(usedLater.needed, 'value')} needed, ${usedLater.carried} carried by memory, ${usedLater.kept} in a memory that was not shown`,
    ...listed(
      '     ',
      usedLater.values.map(
        ({ value, type, was, used, memory }) =>
          `${short(value)} (${type}) from session ${was.session + 1}, message ${was.message}; used in message ${used.message}${memory === 'none' ? '' : `, ${memory}`}`,
      ),
    ),
  ];
}

function dreamLines(
  {
    timeMs,
    requests,
    actions,
    before,
    after,
    facts,
    lost,
    refuted,
    changed,
  }: Report['sessions'][number]['dreams'][number],
  cost: number | null,
): readonly string[] {
  const day = new Date(timeMs).toISOString().slice(0, 10);
  return [
    `    dreamt on ${day}, ${counted(requests, 'request')}, ${dollars(cost)}: ${dreamWords(actions, 'past')}`,
    `      ${amount(before.memories, 'memory', 'memories')}, then ${number(after.memories)}; of ${counted(facts, 'fact')} ${refuted.length} contradicted and gone, ${lost.length} lost, ${changed.length} changed without a source`,
    ...listed(
      '        lost:',
      lost.map(({ file, text }) => `${short(text)} (${file})`),
    ),
    ...listed(
      '        changed:',
      changed.map(({ file, text, values }) => `${short(text)} (${file}: ${values.join(', ')})`),
    ),
  ];
}

/** `a, b and c` */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const REASONS = {
  instructions: 'in CLAUDE.md',
  code: 'in the code',
  known: 'known already',
  many: 'too many at once',
  'not-written': 'could not be stored',
} as const;

function reasons(leftOut: readonly { readonly why: keyof typeof REASONS }[]): string {
  const times = new Map<keyof typeof REASONS, number>();
  for (const { why } of leftOut) times.set(why, (times.get(why) ?? 0) + 1);
  return [...times].map(([why, count]) => `${count} ${REASONS[why]}`).join(', ');
}

function listed(before: string, items: readonly string[]): readonly string[] {
  const more = items.length - MAX_LISTED;
  return [...items.slice(0, MAX_LISTED), ...(more > 0 ? [`… and ${more} more`] : [])].map(
    (item) => `${before} ${item}`,
  );
}

function dollars(cost: number | null): string {
  return cost === null ? 'unknown' : `$${cost.toFixed(4)}`;
}

function perCall(tokens: number, calls: number): string {
  return number(calls === 0 ? 0 : Math.round(tokens / calls));
}

function whole(tokens: Float64Array): readonly number[] {
  return Array.from(tokens, Math.round);
}

function sum(tokens: readonly number[]): number {
  return tokens.reduce((all, each) => all + each, 0);
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 120 ? line : `${line.slice(0, 119)}…`;
}

function amount(count: number, one: string, several: string): string {
  return `${number(count)} ${count === 1 ? one : several}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
