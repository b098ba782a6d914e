import * as v from 'valibot';
import type { Brand } from '../base/brand';
import type { Result } from '../base/result';
import {
  count,
  exactly,
  flag,
  forgivingObject,
  ifGood,
  listOf,
  number,
  oneOf,
  type Parsed,
  parseBy,
  text,
  textAs,
} from '../base/schema';
import { formatIds } from '../transcript/formats';
import { type TranscriptSummary, windowSources } from '../transcript/summarise';

/** Hash of the content: the same recording has the same id wherever it is imported. */
export type SessionId = Brand<'SessionId'>;

export const META_VERSION = 1;

const summary = {
  title: text,
  format: v.picklist(formatIds, 'is unknown'),
  agent: v.exactOptional(forgivingObject({ name: text, version: ifGood(text) })),
  models: listOf(text),
  window: count,
  windowSource: ifGood(oneOf(windowSources)),
  maxOutputTokens: ifGood(count),
  messages: count,
  calls: count,
  peakTokens: count,
  peakIsEstimated: flag,
  compactions: count,
  children: count,
  warnings: count,
  recordedAtMs: ifGood(count),
  workingDirectory: ifGood(text),
  cost: ifGood(number),
} satisfies Readonly<Record<keyof TranscriptSummary, unknown>>;

export const sessionMetaSchema = forgivingObject({
  metaVersion: exactly(META_VERSION),
  ...summary,
  id: textAs<SessionId>(),
  fileName: text,
  /** If the file had others, too. Missing also if stored by an older version. */
  fileSessions: ifGood(count),
  secretsMasked: count,
  sourceBytes: count,
  storedBytes: count,
  importedAtMs: count,
});

/** Everything that the list shows about a session. */
export type SessionMeta = Parsed<typeof sessionMetaSchema>;

/** Stored data may be from another version, or damaged, so it is validated again. */
export function parseSessionMeta(value: unknown): Result<SessionMeta> {
  return parseBy(sessionMetaSchema, value);
}
