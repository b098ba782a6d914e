import { optional } from '../../base/optional';
import type { SessionMeta } from '../../storage/session-meta';
import type { TranscriptSummary } from '../../transcript/summarise';
import type { Agent } from '../../transcript/transcript';
import type { Sample } from './samples';

/** A row of the list, wherever the session is stored. */
export interface SessionEntry {
  readonly id: string;
  readonly title: string;
  /** `visit`: could not be stored and is gone with the tab. */
  readonly origin: 'stored' | 'visit' | 'sample';
  /** For a sample: what it shows. */
  readonly description?: string;
  readonly fileName?: string;
  readonly agent?: Agent;
  readonly models: readonly string[];
  readonly window?: number;
  readonly calls?: number;
  readonly peakTokens?: number;
  readonly peakIsEstimated: boolean;
  readonly compactions?: number;
  /** Stored size; for a sample, the download size. */
  readonly bytes: number;
  /** Of the recording. */
  readonly dateMs?: number;
  readonly workingDirectory?: string;
  /** The recorded bill in $. */
  readonly cost?: number;
  /** How many the file has, if more than one. */
  readonly fileSessions?: number;
}

interface Listed {
  readonly stored: readonly SessionMeta[];
  readonly visit: readonly { readonly meta: SessionMeta }[];
  readonly samples: readonly Sample[];
}

export function entriesOf({ stored, visit, samples }: Listed): readonly SessionEntry[] {
  const unstored = new Set(visit.map(({ meta }) => meta.id));
  return [
    ...visit.map(({ meta }) => entryOfMeta(meta, 'visit')),
    ...stored.filter(({ id }) => !unstored.has(id)).map((meta) => entryOfMeta(meta, 'stored')),
    ...samples.map(entryOfSample),
  ];
}

export function entryOfMeta(meta: SessionMeta, origin: 'stored' | 'visit'): SessionEntry {
  return {
    ...listedNumbers(meta),
    id: meta.id,
    title: meta.title,
    origin,
    fileName: meta.fileName,
    bytes: meta.storedBytes,
    ...optional('workingDirectory', meta.workingDirectory),
    ...optional('fileSessions', meta.fileSessions),
  };
}

export function entryOfSample(sample: Sample): SessionEntry {
  return {
    models: [],
    peakIsEstimated: false,
    ...(sample.summary === undefined ? {} : listedNumbers(sample.summary)),
    id: sample.sessionId,
    title: sample.title,
    origin: 'sample',
    ...(sample.description === '' ? {} : { description: sample.description }),
    bytes: sample.bytes,
  };
}

type ListedNumbers = Pick<
  TranscriptSummary,
  'agent' | 'models' | 'window' | 'calls' | 'peakTokens' | 'peakIsEstimated' | 'compactions' | 'recordedAtMs' | 'cost'
>;

function listedNumbers({
  agent,
  models,
  window,
  calls,
  peakTokens,
  peakIsEstimated,
  compactions,
  recordedAtMs,
  cost,
}: ListedNumbers) {
  return {
    ...(agent === undefined ? {} : { agent }),
    models,
    window,
    calls,
    peakTokens,
    peakIsEstimated,
    compactions,
    ...optional('dateMs', recordedAtMs),
    ...optional('cost', cost),
  };
}
