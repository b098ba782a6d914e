import { optional } from '../../lib/base/optional';
import { fail, ok, type Result } from '../../lib/base/result';
import { takesWholeNumbers } from '../../lib/layers/shape/setting';
import { changeSetting } from '../../lib/policies/shape/change-setting';
import type { Policy } from '../../lib/policies/shape/policy';
import { settingsOf } from '../../lib/policies/shape/settings-of';
import { runFailure, runFailureWords } from '../../lib/simulator/replay/run-failure';
import type { SweepRow } from '../../lib/sweep/sweep-rows';
import type { Transcript } from '../../lib/transcript/transcript';
import { forEachTranscript } from './for-each-transcript';
import { versioned } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { type ChosenPolicy, policyOptions, readPolicy } from './policy-options';
import { progressLine } from './progress-line';
import { totalsReport } from './simulate';
import { shownPath } from './standard-input';
import { sweepTranscript } from './sweep-transcript';
import { complain, say, sayJson } from './terminal';

export interface SweepCommand {
  readonly path: string;
  readonly chosen: ChosenPolicy;
  /** The setting to vary, as `layer.setting`. */
  readonly param: string;
  readonly values: readonly number[];
  /** [K2] */
  readonly countsMisses: boolean;
  readonly isJson: boolean;
}

/**
 * `highwater sweep FILE --param layer.setting --from A --to B --steps N [--misses]`: one replay for each value of a
 * setting.
 */
export async function sweep(words: readonly string[]): Promise<number> {
  const command = readSweepCommand(words);
  if (!command.ok) return wrongWords('sweep', command.error);
  const { path, values, isJson } = command.value;
  const transcripts: Transcript[] = [];
  let exitCode = await forEachTranscript(path, { isJson }, (transcript) => void transcripts.push(transcript));
  for (const transcript of transcripts) {
    const progress = progressLine(process.stderr, values.length, 'values');
    const { rows, failure } = await sweepTranscript({ transcript, words }, command.value, ({ length }) =>
      progress.add(length),
    );
    progress.clear();
    const reports = rows.map(rowReport);
    if (isJson) sayJson(`${JSON.stringify(reports.map(versioned))}\n`);
    else say(reports.map(asText).join(''));
    if (failure === undefined) continue;
    const why = failure.cause instanceof Error ? failure.cause.message : String(failure.cause);
    complain(`Could not sweep all of "${shownPath(path)}": ${failure.lost.length} values have no result. ${why}\n`);
    exitCode = 1;
  }
  return exitCode;
}

/** The setting accepts every value. */
export function readSweepCommand(words: readonly string[]): Result<SweepCommand> {
  const parsed = parseWords(words, {
    ...policyOptions,
    param: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    steps: { type: 'string', default: '10' },
    misses: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) return fail('specify one file');
  const chosen = readPolicy(values);
  if (!chosen.ok) return chosen;
  const { param } = values;
  if (param === undefined) return fail('specify the setting to vary: --param layer.setting');
  const swept = valuesBetween(values.from, values.to, values.steps, isWhole(chosen.value.policy, param));
  if (!swept.ok) return swept;
  for (const value of swept.value) {
    const changed = changeSetting(chosen.value.policy, param, value);
    if (!changed.ok) return changed;
  }
  const { misses: countsMisses, json: isJson } = values;
  return ok({ path, chosen: chosen.value, param, values: swept.value, countsMisses, isJson });
}

/** A path without a setting is reported when it is changed. */
function isWhole(policy: Policy, param: string): boolean {
  const spec = settingsOf(policy).find(({ path }) => path === param)?.spec;
  return (spec?.type === 'number' || spec?.type === 'table') && takesWholeNumbers(spec);
}

/** `steps` values, evenly from the first to the last; rounded if the setting is an integer. */
function valuesBetween(
  from: string | undefined,
  to: string | undefined,
  steps: string,
  areWhole: boolean,
): Result<readonly number[]> {
  const [first, last, count] = [Number(from), Number(to), Number(steps)];
  if (from === undefined || to === undefined || !Number.isFinite(first) || !Number.isFinite(last)) {
    return fail('specify the range: --from NUMBER --to NUMBER');
  }
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    return fail(`--steps is "${steps}", but must be from 1 to 10000`);
  if (count === 1) return ok([first]);
  const values = Array.from({ length: count }, (_, step) => {
    const value = first + ((last - first) * step) / (count - 1);
    return areWhole && step > 0 && step < count - 1 ? Math.round(value) : value;
  });
  return ok([...new Set(values)]);
}

function rowReport(row: SweepRow) {
  const { value, compactions, peak, deadAt = null, blockedAt = null, thrash = null, misses, memory } = row;
  const failure = runFailure(row);
  return {
    value,
    compactions,
    peak,
    deadAt,
    blockedAt,
    thrash,
    totals: totalsReport(row),
    ...optional('misses', misses),
    ...optional('memory', memory),
    ...optional('failure', failure),
  };
}

function asText({ value, compactions, peak, totals, misses, memory, failure }: ReturnType<typeof rowReport>): string {
  const number = (given: number) => given.toLocaleString('en-US');
  const cost = totals.cost === null ? 'cost unknown' : `$${totals.cost.toFixed(2)}`;
  const missed = misses === undefined ? '' : `, ${number(misses)} used-later misses`;
  const kept =
    memory === undefined
      ? ''
      : `, memory carried ${number(memory.carried)} tokens, ${number(memory.recalled)} recalled, ${number(memory.lost)} lost, ${number(memory.saved)} saved`;
  const end = failure === undefined ? '' : `; ${runFailureWords(failure, failure.call)}, so not comparable`;
  return `${number(value).padStart(12)}  ${compactions} compactions, peak ${number(peak)}, sent ${number(totals.sent)}, ${cost}${missed}${kept}${end}\n`;
}
