import { fail, ok, type Result } from '../base/result';
import { wellFormed } from '../base/well-formed';
import { utf8Bytes } from '../tokens/text-size';
import { checksumOf, etagOf } from './checksum';
import { isMemberName, isTeamId } from './team-keys';
import { MAX_BODY_BYTES, MAX_ENTRIES, MAX_FILE_BYTES } from './team-limits';
import { parsePut, type SentEntry, type TeamPut } from './team-protocol';
import { type ChangedEntry, sumsOf, type TeamHead, type TeamStore } from './team-store';

/** Who may use a team, by its name. */
export type TeamAccess = (team: string, member: string) => boolean;

/**
 * [U3] The server of a team: what a request does to its store, and what it answers.
 *
 *   GET  ?team=…             200 with all entries, or 304 if the member has them (`If-None-Match`)
 *   GET  ?team=…&view=sums   the same with checksums instead of texts
 *   PUT  ?team=…             changed keys, with `If-Match`: 200 with the new ETag, or 412 with the checksums of now;
 *                            202 for a piece of a file that is too large for one body
 */
export async function teamServer(
  request: Request,
  store: TeamStore,
  mayUse: TeamAccess = () => true,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const team = searchParams.get('team') ?? '';
  const member = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (!isMemberName(member)) return refusal(401, 'The request does not say which member of the team asks.');
  if (!isTeamId(team)) return refusal(400, 'The request names no team.');
  if (!mayUse(team, member)) return refusal(403, `“${member}” is no member of this team.`);
  try {
    switch (request.method) {
      case 'GET':
        return await read(request, team, searchParams.get('view') === 'sums', store);
      case 'PUT':
        return await write(request, team, store);
      default:
        return refusal(405, `${request.method} is not allowed: use GET or PUT.`, { allow: 'GET, PUT' });
    }
  } catch (error) {
    return refusal(500, `The server’s store failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function read(request: Request, team: string, withoutTexts: boolean, store: TeamStore): Promise<Response> {
  for (;;) {
    const head = await store.head(team);
    const etag = etagOfHead(head);
    if (matches(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers: { etag } });
    if (withoutTexts) return answer(200, { sums: sumsOf(head), bytes: bytesOf(head) }, { etag });
    const texts = await store.texts(team, head);
    if (texts === undefined) continue;
    const entries = Object.entries(head.entries)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, { checksum }]) => ({ key, checksum, text: texts[key] ?? '' }));
    return answer(200, { entries }, { etag });
  }
}

async function write(request: Request, team: string, store: TeamStore): Promise<Response> {
  const body = await bodyOf(request);
  if (!body.ok) return refusal(413, `The body is larger than ${MAX_BODY_BYTES.toLocaleString('en')} bytes.`);
  const put = parsePut(body.value);
  if (!put.ok) return refusal(400, `The request cannot be used: ${put.error}.`);
  if ('piece' in put.value) return stage(put.value, team, store);
  const wanted = request.headers.get('if-match');
  if (wanted === null) return refusal(428, 'The request has no If-Match: it must say which state it changes.');
  const changed = await changesOf(put.value.entries, team, store);
  if (!changed.ok) return changed.error;
  for (;;) {
    const head = await store.head(team);
    const etag = etagOfHead(head);
    if (!matches(wanted, etag)) return answer(412, { sums: sumsOf(head) }, { etag });
    const after = { ...head.entries, ...changed.value };
    if (Object.keys(after).length > MAX_ENTRIES) {
      return refusal(413, `The team would have more than ${MAX_ENTRIES} files.`);
    }
    if (!(await store.commit(team, head.version, changed.value))) continue;
    const now = { version: head.version + 1, entries: after };
    return answer(200, { sums: sumsOf(now) }, { etag: etagOfHead(now) });
  }
}

async function stage({ piece }: Extract<TeamPut, { piece: unknown }>, team: string, store: TeamStore) {
  if (utf8Bytes(piece.text) > MAX_FILE_BYTES) return tooLarge('A piece');
  await store.stage(team, piece.checksum, piece.at, piece.text);
  return answer(202, {}, {});
}

async function changesOf(
  sent: readonly SentEntry[],
  team: string,
  store: TeamStore,
): Promise<Result<Readonly<Record<string, ChangedEntry>>, Response>> {
  const changed: Record<string, ChangedEntry> = {};
  for (const entry of sent) {
    const { key, checksum } = entry;
    let text = 'text' in entry ? entry.text : '';
    if ('pieces' in entry) {
      const pieces = await store.staged(team, checksum);
      const there = Array.from({ length: entry.pieces }, (_, at) => pieces[at]);
      if (there.includes(undefined)) return fail(refusal(409, `Pieces of "${key}" are missing. Send them again.`));
      text = there.join('');
    }
    if (text !== wellFormed(text)) return fail(refusal(400, `The text of "${key}" contains half a character.`));
    const bytes = utf8Bytes(text);
    if (bytes > MAX_FILE_BYTES) return fail(tooLarge(`"${key}"`));
    if (checksumOf(text) !== checksum) return fail(refusal(400, `The text of "${key}" does not have its checksum.`));
    changed[key] = { text, checksum, bytes };
  }
  return ok(changed);
}

/** The length header is not trusted. */
async function bodyOf(request: Request): Promise<Result<string, 'too-large'>> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return fail('too-large');
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > MAX_BODY_BYTES ? fail('too-large') : ok(new TextDecoder().decode(bytes));
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((each) => each.trim() === '*' || each.trim() === etag);
}

function etagOfHead(head: TeamHead): string {
  return etagOf(sumsOf(head));
}

function bytesOf({ entries }: TeamHead): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(entries).map(([key, { bytes }]) => [key, bytes]));
}

function tooLarge(what: string): Response {
  return refusal(413, `${what} is larger than ${MAX_FILE_BYTES.toLocaleString('en')} bytes.`);
}

export function refusal(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return answer(status, { error }, headers);
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
