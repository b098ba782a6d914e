import type { ImportSource } from '@/lib/worker/engine/messages';
import { sourcesOf } from './dropped-files';

/** Longer text freezes a text field while it is laid out. */
export const MAX_CHARACTERS_IN_A_FIELD = 1_000_000;

/** The content of a paste: files, or text as a file. */
export function pastedSources(clipboard: DataTransfer): readonly ImportSource[] {
  if (clipboard.files.length > 0) return sourcesOf([...clipboard.files]);
  const text = clipboard.getData('text/plain');
  return text.trim() === '' ? [] : [textSource(text)];
}

export function textSource(text: string): ImportSource {
  return { path: 'pasted text', file: new File([text], 'pasted text', { type: 'text/plain' }) };
}
