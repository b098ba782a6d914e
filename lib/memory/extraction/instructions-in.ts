import { partTexts } from '../../fidelity/text/part-texts';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Transcript } from '../../transcript/transcript';

const NAME = /(?:^|[\\/])(?:CLAUDE(?:\.local)?|AGENTS)\.md$/;
const MENTIONS = /\b(?:CLAUDE(?:\.local)?|AGENTS)\.md\b/;

const known = new WeakMap<Transcript, string>();

/** CLAUDE.md and AGENTS.md as far as a recording has them: added by the program, or read by the agent. */
export function instructionsIn(transcript: Transcript): string {
  const before = known.get(transcript);
  if (before !== undefined) return before;
  const found = collected(transcript);
  known.set(transcript, found);
  return found;
}

function collected({ messages }: Transcript): string {
  const reads = new Set<string>();
  const texts: string[] = [];
  for (const { kind, parts } of messages) {
    for (const part of parts) {
      if (
        part.kind === 'tool-call' &&
        toolUse(part) === 'read' &&
        pathsOf(part.input).some((path) => NAME.test(path))
      ) {
        reads.add(part.id);
      }
      const isAdded = kind === 'injected' && part.kind === 'text' && MENTIONS.test(part.text);
      if (isAdded || (part.kind === 'tool-result' && reads.has(part.callId))) texts.push(...partTexts(part));
    }
  }
  return [...new Set(texts)].map((text) => text.replace(/^[ \t]*\d+(?:→|\t)/gm, '')).join('\n');
}
