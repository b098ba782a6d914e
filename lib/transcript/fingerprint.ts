import { assertNever } from '../base/assert-never';
import { TextHash } from '../base/hash';
import type { Part, Transcript } from './transcript';

const SAMPLE = 48;

/**
 * The same for the same recording, whoever imported it and when, so that a link can name a session without containing it.
 * Long texts count by their length and both ends: hashing every byte would take longer than reading them.
 */
export function fingerprint(transcript: Transcript): string {
  const hash = new TextHash();
  addTranscript(hash, transcript);
  return hash.digest();
}

function addTranscript(hash: TextHash, transcript: Transcript): void {
  hash
    .add(transcript.format)
    .add(transcript.sessionId ?? '')
    .add(transcript.agentId ?? '');
  for (const message of transcript.messages) {
    hash
      .add(message.id)
      .add(message.kind)
      .add(String(message.timeMs ?? ''));
    for (const part of message.parts) addPart(hash, part);
  }
  for (const call of transcript.calls) {
    const { input, cacheRead, output } = call.usage ?? { input: 0, cacheRead: 0, output: 0 };
    hash.add(`${call.at} ${input} ${cacheRead} ${output}`);
  }
  for (const boundary of transcript.boundaries) hash.add(`${boundary.kind} ${boundary.at} ${boundary.preTokens ?? ''}`);
  for (const child of transcript.children) addTranscript(hash, child);
}

function addPart(hash: TextHash, part: Part): void {
  hash.add(part.kind);
  if (part.kind === 'tool-call') hash.add(part.id).add(part.name);
  if (part.kind === 'tool-result') {
    hash.add(part.callId);
    for (const inner of part.parts) addPart(hash, inner);
  } else {
    const text = content(part);
    hash.add(`${text.length} ${text.slice(0, SAMPLE)}${text.slice(-SAMPLE)}`);
  }
}

function content(part: Exclude<Part, { kind: 'tool-result' }>): string {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return part.text;
    case 'tool-call':
      return JSON.stringify(part.input);
    case 'image':
      return part.data ?? part.url ?? '';
    case 'document':
      return part.data ?? part.text ?? part.url ?? '';
    case 'unknown':
      return JSON.stringify(part.json);
    default:
      return assertNever(part);
  }
}
