import { fail, ok, type Result } from '../../lib/base/result';
import { usualLimits } from '../compactor/compactor-process';
import type { CompactorChoice, CompactorReport } from '../compactor/replay-with-compactor';
import { fromWhereTheUserIs } from './file-source';

/** The options of every command that replays with a compactor from outside, for `parseArgs`. */
export const compactorOptions = {
  compactor: { type: 'string' as const },
  'compactor-when': { type: 'string' as const },
  'compactor-timeout': { type: 'string' as const },
};

export function readCompactor(values: {
  readonly compactor?: string | undefined;
  readonly 'compactor-when'?: string | undefined;
  readonly 'compactor-timeout'?: string | undefined;
}): Result<CompactorChoice | undefined> {
  const { compactor: command, 'compactor-when': whenGiven, 'compactor-timeout': timeoutGiven } = values;
  if (command === undefined) {
    const [without] = [whenGiven && 'when', timeoutGiven && 'timeout'].filter(Boolean);
    return without === undefined ? ok(undefined) : fail(`--compactor-${without} requires --compactor`);
  }
  if (command.trim() === '') return fail('--compactor takes a command, such as "node compactor.mjs"');
  const when = (['threshold', 'always'] as const).find((each) => each === (whenGiven ?? 'threshold'));
  if (when === undefined) return fail(`--compactor-when takes threshold or always, not "${whenGiven}"`);
  const seconds = Number(timeoutGiven ?? usualLimits.timeoutMs / 1_000);
  if (!(seconds > 0 && seconds <= 86_400)) return fail(`--compactor-timeout takes seconds, not "${timeoutGiven}"`);
  return ok({ command, when, folder: fromWhereTheUserIs('.'), limits: { timeoutMs: seconds * 1_000 } });
}

/** What asking it took. Failures are listed with those of other layers. */
export function compactorLines({ command, asked, totalMs, slowest, starts, gaveUpAt }: CompactorReport): string[] {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const longest = slowest === undefined ? '' : `, at most ${seconds(slowest.ms)}, before call ${slowest.call}`;
  return [
    `  compactor ${JSON.stringify(command)}: asked ${asked} times, ${seconds(totalMs)} in all${longest}; started ${starts} times`,
    ...(gaveUpAt === undefined
      ? []
      : [`  compactor: no answer three times in a row; not asked from call ${gaveUpAt} on`]),
  ];
}
