import type { Json, JsonObject } from '../../base/json';
import type { Transcript } from '../../transcript/transcript';
import { claudeCode } from '../claude-code';
import type { Importer } from '../read/importer';

interface Imported {
  readonly transcripts: readonly Transcript[];
  readonly warnings: readonly string[];
}

export function importRecords(records: readonly Json[], importer: Importer = claudeCode): Imported {
  const warnings: string[] = [];
  const reading = importer.start({
    fileName: 'session.jsonl',
    warn: (kind, line, what) => warnings.push(`${kind} ${line}: ${what}`),
  });
  records.forEach((record, index) => {
    reading.add(record, index + 1);
  });
  return { transcripts: reading.finish(), warnings };
}

export function mainOf(...records: readonly Json[]): Transcript {
  const [transcript] = importRecords(records).transcripts;
  if (transcript === undefined) throw new Error('nothing was imported');
  return transcript;
}

export function prompt(uuid: string, content: Json, more: JsonObject = {}): JsonObject {
  return { type: 'user', uuid, parentUuid: null, sessionId: 's1', message: { role: 'user', content }, ...more };
}

export function reply(uuid: string, message: JsonObject, more: JsonObject = {}): JsonObject {
  const whole = { role: 'assistant', model: 'claude-x', stop_reason: 'end_turn', content: [], ...message };
  return { type: 'assistant', uuid, parentUuid: null, sessionId: 's1', message: whole, ...more };
}

export const text = (words: string) => [{ type: 'text', text: words }];
export const usage = (input: number, output: number) => ({ input_tokens: input, output_tokens: output });
export const boundary = (uuid: string, more: JsonObject = {}): JsonObject => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid,
  ...more,
});
