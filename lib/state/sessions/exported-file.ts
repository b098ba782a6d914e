import type { Failure } from '../../base/failure';
import { ok, type Result } from '../../base/result';
import type { BrokenContent } from '../../storage/session-store';
import { storedBody } from '../../storage/stored-session';
import { RULES_RECORD, withLastRecord } from '../../transcript/write-transcript';
import type { SessionContent } from './session-list';

export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** A session as a file for the user: in our own format, decompressed, with the user's edits of its rules; a sample unchanged. */
export async function exportedFile(
  content: SessionContent,
  ruleEdits: object | undefined = undefined,
): Promise<Result<ExportedFile, Failure>> {
  if (content.type === 'sample') return ok({ name: content.sample.file, content: content.file });
  const { title } = content.meta;
  const session = await unpacked(content.body);
  if (session === undefined) return ok(packedFile(title, content.body));
  return ok({
    name: `${fileNameOf(title)}.highwater.json`,
    content: ruleEdits === undefined ? session : withLastRecord(session, RULES_RECORD, ruleEdits),
  });
}

/** Of a session that cannot be opened: its content if there is one, else the record of it. */
export async function brokenFile(title: string, { record, bodies }: BrokenContent): Promise<ExportedFile> {
  const body = bodies.map(([, value]) => storedBody(value)).findLast((blob) => blob !== undefined);
  if (body === undefined) {
    return {
      name: `${fileNameOf(title)}.record.json`,
      content: new Blob([JSON.stringify(record, asPrinted, 2) ?? '']),
    };
  }
  const session = await unpacked(body);
  return session === undefined
    ? packedFile(title, body)
    : { name: `${fileNameOf(title)}.highwater.json`, content: session };
}

/** What the browser can store, and JSON has no word for. */
function asPrinted(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
}

/** As it is stored: whoever has a tool for it may still read a part. */
function packedFile(title: string, content: Blob): ExportedFile {
  return { name: `${fileNameOf(title)}.damaged.gz`, content };
}

/** Undefined if the bytes are damaged. */
async function unpacked(body: Blob): Promise<Blob | undefined> {
  try {
    return await new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  } catch {
    return undefined;
  }
}

/** Without characters that some file system rejects. */
export function fileNameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .slice(0, 80)
    .trim();
  return name === '' ? 'session' : name;
}
