import { asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { RecordedEvent } from '../../transcript/transcript';

const LONGEST = 500;
const DEEPEST_CAUSE = 5;
const TAG = /<\/?local-command-[a-z]+>/g;

/** Compactions are reported separately; the others were written for display or statistics. */
const SILENT = new Set([
  'compact_boundary',
  'microcompact_boundary',
  'turn_duration',
  'stop_hook_summary',
  'away_summary',
  'bridge_status',
]);

/** The event in a `system` record that is not a compaction; undefined if it says nothing about the session. */
export function notice(record: JsonObject): Pick<RecordedEvent, 'kind' | 'text'> | undefined {
  const subtype = asText(record.subtype);
  if (subtype === 'api_error') return { kind: 'api-error', text: cut(apiErrorText(record)) };
  const text =
    asText(record.content)
      ?.slice(0, 2 * LONGEST)
      .replace(TAG, '')
      .trim() ?? '';
  if (text === '' || SILENT.has(subtype ?? '')) return undefined;
  return { kind: 'notice', text: cut(text) };
}

function apiErrorText(record: JsonObject): string {
  const attempt = asCount(record.retryAttempt);
  const most = asCount(record.maxRetries);
  const retry = attempt === undefined || most === undefined ? '' : ` (retry ${attempt} of ${most})`;
  return `${errorText(record.error, DEEPEST_CAUSE) ?? 'The API returned an error'}${retry}`;
}

/** The innermost readable text. Headers, which name accounts, and URLs are left out. */
function errorText(value: Json | undefined, levels: number): string | undefined {
  if (typeof value === 'string') return value;
  const error = asObject(value);
  if (error === undefined || levels === 0) return undefined;
  return (
    asText(error.formatted) ??
    errorText(error.error, levels - 1) ??
    asText(error.message) ??
    errorText(error.cause, levels - 1) ??
    asText(error.code) ??
    (asCount(error.status) === undefined ? undefined : `Status ${asCount(error.status)}`)
  );
}

function cut(text: string): string {
  return wellFormed(text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);
}
