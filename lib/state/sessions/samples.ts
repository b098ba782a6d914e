import { asArray, asBoolean, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { TranscriptSummary } from '../../transcript/summarise';

/** A synthetic session. Its file is fetched when it is opened. */
export interface Sample {
  /** As in the URL of the session page. Starts with a prefix that no hash can have. */
  readonly sessionId: string;
  readonly title: string;
  readonly description: string;
  readonly file: string;
  readonly bytes: number;
  readonly summary?: SampleSummary;
}

type SampleSummary = Pick<
  TranscriptSummary,
  'agent' | 'models' | 'window' | 'calls' | 'peakTokens' | 'peakIsEstimated' | 'compactions' | 'recordedAtMs'
>;

const PREFIX = 'sample-';

export function isSampleId(sessionId: string): boolean {
  return sessionId.startsWith(PREFIX);
}

export function parseSamples(index: Json): readonly Sample[] {
  return (asArray(index) ?? []).flatMap((item) => {
    const object = asObject(item);
    const id = asText(object?.id);
    const file = asText(object?.file);
    if (object === undefined || id === undefined || !isSampleId(id) || file === undefined) return [];
    const summary = parseSummary(asObject(object.summary));
    return {
      sessionId: id,
      title: asText(object.title) ?? id,
      description: asText(object.description) ?? '',
      file,
      bytes: asCount(object.bytes) ?? 0,
      ...(summary === undefined ? {} : { summary }),
    };
  });
}

function parseSummary(summary: JsonObject | undefined): SampleSummary | undefined {
  const calls = asCount(summary?.calls);
  const window = asCount(summary?.window);
  const peakTokens = asCount(summary?.peakTokens);
  const compactions = asCount(summary?.compactions);
  if (summary === undefined || calls === undefined || window === undefined) return undefined;
  if (peakTokens === undefined || compactions === undefined) return undefined;
  const agent = asObject(summary.agent);
  const name = asText(agent?.name);
  const version = asText(agent?.version);
  const recordedAtMs = asCount(summary.recordedAtMs);
  return {
    ...(name === undefined ? {} : { agent: { name, ...(version === undefined ? {} : { version }) } }),
    models: (asArray(summary.models) ?? []).flatMap((model) => asText(model) ?? []),
    window,
    calls,
    peakTokens,
    peakIsEstimated: asBoolean(summary.peakIsEstimated) ?? false,
    compactions,
    ...(recordedAtMs === undefined ? {} : { recordedAtMs }),
  };
}
