import type { Transcript } from './transcript';

/**
 * Version of our own file format. Raise it with every change that an older reader would misunderstand, and add the
 * upgrader for files of the previous version (`upgrade-record.ts`).
 */
export const FILE_VERSION = 2;

/** [K4] The user's edits of the rules: no part of the recording, and at the end of an exported file. */
export const RULES_RECORD = 'rules';
const END = '\n]\n';

/** A file with one more record at its end. An older reader passes over it. */
export function withLastRecord(file: Blob, type: string, fields: object): Blob {
  return new Blob([file.slice(0, Math.max(0, file.size - END.length)), record(type, fields), END]);
}

/**
 * A transcript in our own file format, a piece at a time: one JSON array with one record on each line. So it is a JSON
 * document for whoever has a JSON reader, and a file of lines for us, read in a stream at any size.
 *
 *   [
 *   {"type":"highwater","version":2},
 *   {"type":"transcript","depth":0,"format":"claude-code",…},
 *   {"type":"message","id":"u1",…},
 *   {"type":"call",…}
 *   ]
 */
export function* writeTranscripts(transcripts: readonly Transcript[]): Generator<string> {
  yield `[\n${JSON.stringify({ type: 'highwater', version: FILE_VERSION })}`;
  for (const transcript of transcripts) yield* writeTranscript(transcript, 0);
  yield END;
}

function* writeTranscript(transcript: Transcript, depth: number): Generator<string> {
  const { messages, calls, boundaries, events, forks = [], hooks = [], warnings, children, ...header } = transcript;
  yield record('transcript', { depth, ...header });
  for (const message of messages) yield record('message', message);
  for (const call of calls) yield record('call', call);
  for (const boundary of boundaries) yield record('boundary', boundary);
  for (const event of events) yield record('event', event);
  for (const fork of forks) yield record('fork', fork);
  for (const hook of hooks) yield record('hook', hook);
  for (const warning of warnings) yield record('warning', warning);
  for (const child of children) yield* writeTranscript(child, depth + 1);
}

function record(type: string, fields: object): string {
  return `,\n${JSON.stringify({ type, ...fields })}`;
}
