import { asCount, asNumber, asObject, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { wellFormed } from '../../base/well-formed';
import type { RecordedHook } from '../../transcript/transcript';

const LONGEST = 2_000;

/** Newer versions write an attachment for each run, older ones a record of progress: both name hook and event alike. */
export function hookOf(
  source: JsonObject,
): Pick<RecordedHook, 'event' | 'name' | 'command' | 'exit' | 'tookMs' | 'blocks'> {
  const text = (value: string | undefined) => value && wellFormed(value.slice(0, LONGEST));
  return {
    event: text(asText(source.hookEvent)) ?? 'unknown',
    ...optional('name', text(asText(source.hookName))),
    ...optional('command', text(asText(source.command))),
    ...optional('exit', asNumber(source.exitCode)),
    ...optional('tookMs', asCount(source.durationMs)),
    ...optional('blocks', text(blockOf(source))),
  };
}

function blockOf({ type, blockingError, content }: JsonObject): string | undefined {
  if (type !== 'hook_blocking_error') return undefined;
  return asText(asObject(blockingError)?.blockingError) ?? asText(content) ?? 'unknown';
}
