import type { ProjectLook, ProjectOfRun } from '../../agent/host/project-look';
import type { Entry, RunSetup } from '../../agent/journal/entry';
import { homeFolder, versionIn } from '../../agent/project/home-folder';
import type { HomeBook } from '../../agent/project/home-record';
import { lettersTo } from '../../agent/project/session-letters';
import { LOCK_PATH } from '../../agent/run/live-dreams';
import { MEMORY_ROOT } from '../../agent/tools/memory-files';
import type { OtherSession } from '../../agents/mailbox';
import { Refusal } from '../../base/failure';
import { maskText } from '../../masking/mask-text';
import { transcriptFolder } from '../../memory/dreaming/dream-tools';
import type { ProjectParts } from './begin-session';

/** [D1] [D2] The project of a run, read anew each time: other tabs write, too. */
export function projectOfRun(
  { project }: Pick<RunSetup, 'project'>,
  run: string,
  parts: Pick<ProjectParts, 'books' | 'journals' | 'lock'>,
): ProjectOfRun | undefined {
  if (project === undefined) return undefined;
  const bookNow = async () => {
    const read = await parts.books.read(project.id);
    if (!read.ok) throw new Refusal(read.error.what, read.error.advice);
    return read.value.records;
  };
  let latest: HomeBook = [];
  /** Before every round of tools: the whole book is only read if there is more in it. */
  const bookIfNew = async () => {
    const has = await parts.books.has(project.id, latest.length);
    if (!has.ok) throw new Refusal(has.error.what, has.error.advice);
    if (has.value || latest.length === 0) latest = await bookNow();
    return latest;
  };
  const titles = new Map<string, string>();
  return {
    async look(from): Promise<ProjectLook> {
      const book = await bookNow();
      const home = homeFolder(book);
      const stored = home.get(LOCK_PATH);
      const lock = stored === undefined ? null : { text: stored.text, modifiedMs: stored.mtimeMs };
      const written = book.slice(from ?? book.length).flatMap((record) => {
        const version = versionIn(record);
        if (version?.path !== LOCK_PATH) return [];
        return [version.text === null ? null : { text: version.text, modifiedMs: version.mtimeMs }];
      });
      return {
        lock,
        written,
        isAlive: lock !== null && (await isHeld(lock.text.trim(), book, parts)),
        // Only the gates count them.
        sessions: from === undefined ? await sessionsSince(lock?.modifiedMs, book, run, parts) : 0,
        place: book.length,
        files: new Map([...home].filter(([path]) => path.startsWith(`${MEMORY_ROOT}/`))),
      };
    },

    async transcripts() {
      const texts = new Map<string, string>();
      for (const { session, run: other } of othersIn(await bookNow(), run)) {
        const read = await parts.journals.read(other);
        if (!read.ok) continue;
        const lines = read.value.entries.flatMap(lineOf);
        if (lines.length > 0)
          texts.set(`${transcriptFolder(MEMORY_ROOT)}/session-${session}.jsonl`, `${lines.join('\n')}\n`);
      }
      return texts;
    },

    letters: async () => lettersTo(await bookIfNew(), project.session),

    async sessions() {
      const others: OtherSession[] = [];
      for (const { session, run: other } of othersIn(await bookIfNew(), run)) {
        const known = titles.get(other);
        const title = known ?? (await titleOf(other, parts));
        if (title === undefined) continue;
        titles.set(other, title);
        others.push({ session, title });
      }
      return others;
    },
  };
}

/** Undefined if nothing was said there, or it is stored no longer. */
async function titleOf(run: string, { journals }: Pick<ProjectParts, 'journals'>): Promise<string | undefined> {
  const read = await journals.read(run);
  const prompt = read.ok ? read.value.entries.find((entry) => entry.type === 'prompt') : undefined;
  return prompt?.type === 'prompt' ? prompt.text.slice(0, LONGEST_TITLE) : undefined;
}

const LONGEST_TITLE = 200;

function othersIn(book: HomeBook, run: string) {
  return book.flatMap((record) => (record?.type === 'session' && record.run !== run ? [record] : []));
}

/** [D2] A holder is named after its session. It is alive while a tab has that open. */
async function isHeld(holder: string, book: HomeBook, { lock }: Pick<ProjectParts, 'lock'>): Promise<boolean> {
  const [, number] = /^session-(\d+)$/.exec(holder) ?? [];
  const session = book.find((record) => record?.type === 'session' && record.session === Number(number));
  if (session?.type !== 'session') return false;
  const release = await lock(session.run);
  release?.();
  return release === undefined;
}

/** [D1] A session counts if the user has said something in it, and anything happened there since. */
async function sessionsSince(
  sinceMs: number | undefined,
  book: HomeBook,
  run: string,
  { journals }: Pick<ProjectParts, 'journals'>,
): Promise<number> {
  let count = 0;
  for (const { run: other } of othersIn(book, run)) {
    const read = await journals.read(other);
    if (!read.ok) continue;
    const { entries } = read.value;
    const lastMs = entries.at(-1)?.timeMs ?? 0;
    if (lastMs > (sinceMs ?? Number.NEGATIVE_INFINITY) && entries.some(({ type }) => type === 'prompt')) count += 1;
  }
  return count;
}

/** Without secrets, and without the contents of files: those are there to be read. */
function lineOf(entry: Entry): readonly string[] {
  const said =
    entry.type === 'prompt'
      ? { type: 'user', text: entry.text }
      : entry.type === 'reply'
        ? {
            type: 'assistant',
            text: entry.reply.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n'),
          }
        : undefined;
  if (said === undefined || said.text.trim() === '') return [];
  return [JSON.stringify({ ...said, text: maskText(said.text).text, time: new Date(entry.timeMs).toISOString() })];
}
