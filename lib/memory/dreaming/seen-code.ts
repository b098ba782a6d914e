import { partTexts } from '../../fidelity/text/part-texts';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Transcript } from '../../transcript/transcript';

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cpp|cs|php|sh|ya?ml|toml|json|env|ini|cfg|conf|tf|sql)$/i;
const MOST_FILES = 400;

/** The files of a recording as far as its agent read them, by path, up to a message: the latest text of each counts. */
export function seenCode({ messages }: Transcript, upTo: number): ReadonlyMap<string, string> {
  const reads = new Map<string, string>();
  const code = new Map<string, string>();
  for (const { parts } of messages.slice(0, upTo)) {
    for (const part of parts) {
      if (part.kind === 'tool-call' && toolUse(part) === 'read') {
        const [path] = pathsOf(part.input);
        if (path !== undefined && CODE.test(path)) reads.set(part.id, path);
      }
      if (part.kind !== 'tool-result' || part.isError) continue;
      const path = reads.get(part.callId);
      if (path === undefined) continue;
      code.delete(path);
      const text = [...partTexts(part)].join('\n').replace(/^[ \t]*\d+(?:→|\t)/gm, '');
      code.set(path, text);
    }
  }
  return new Map([...code].slice(-MOST_FILES));
}
