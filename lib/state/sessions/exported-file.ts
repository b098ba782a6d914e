import type { Failure } from '../../base/failure';
import { ok, type Result } from '../../base/result';
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
  const session = await new Response(content.body.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  return ok({
    name: `${fileNameOf(content.meta.title)}.highwater.json`,
    content: ruleEdits === undefined ? session : withLastRecord(session, RULES_RECORD, ruleEdits),
  });
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
