import type { Failure } from '../../base/failure';
import { ok, type Result } from '../../base/result';
import type { SessionContent } from './session-list';

export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

/** A session as a file for the user: in our own format, decompressed; a sample unchanged. */
export async function exportedFile(content: SessionContent): Promise<Result<ExportedFile, Failure>> {
  if (content.type === 'sample') return ok({ name: content.sample.file, content: content.file });
  return ok({
    name: `${fileNameOf(content.meta.title)}.highwater.json`,
    content: await new Response(content.body.stream().pipeThrough(new DecompressionStream('gzip'))).blob(),
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
