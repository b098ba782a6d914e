import { type CacheError, cacheErrorOf } from '../../lib/economics/cache-error';
import { predictCache } from '../../lib/economics/recorded-cache';
import { importFiles } from '../../lib/importers/import-files';
import { policyOfAgent } from '../../lib/policies/index';
import { none } from '../../lib/policies/presets/none';
import type { Policy } from '../../lib/policies/shape/policy';
import { checkRecording } from '../../lib/simulator/explain/check-recording';
import { countingErrors, countingErrorsAtCalls, countingRules } from '../../lib/simulator/explain/counting-rules';
import { fittingWindow } from '../../lib/simulator/explain/fitting-window';
import type { Cause, PredictionCheck } from '../../lib/simulator/explain/predict-compactions';
import { recordedBill } from '../../lib/simulator/recorded/recorded-bill';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { assumed } from '../../lib/summarizers/assumed';
import type { Transcript } from '../../lib/transcript/transcript';
import { type AgentRow, agentLines, agentRows, type CheckedRecording } from './checks-by-agent';
import { type FailedFile, failedImport, sayFailed, withoutFiles } from './failed-file';
import { filesToImport } from './file-source';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { say, sayJson } from './terminal';

const CAUSES: Readonly<Record<Cause, string>> = {
  'nothing-before': 'earlier calls are not in the file',
  'output-is-a-stub': 'the recorded output of the last call is incomplete',
  'result-in-flight': 'a pending result never reached the file',
  'added-not-counted': 'the recorded size is the last usage, without results added since',
};

interface Row {
  readonly file: string;
  /** The agent's own. */
  readonly policy: string;
  readonly recordedCall: number;
  readonly recordedTokens: number | null;
  readonly predictedCall: number | null;
  readonly callsOff: number | null;
  readonly tokensOff: number | null;
  readonly causes: readonly string[];
}

/**
 * `highwater validate DIR`: recorded compactions compared with the predictions of the agent's own policy, following the
 * recording.
 */
export async function validate(words: readonly string[]): Promise<number> {
  const parsed = parseWords(words, { json: { type: 'boolean', default: false } });
  if (!parsed.ok) return wrongWords('validate', parsed.error);
  const { values, positionals } = parsed.value;
  if (positionals.length === 0) return wrongWords('validate', 'specify at least one file or folder');
  const rows: Row[] = [];
  const elsewhere: { readonly file: string; readonly call: number }[] = [];
  const cache: CacheRow[] = [];
  const counting = countingRules.map(({ title }) => ({ title, errors: [] as number[], atCalls: [] as number[] }));
  const bills: BillRow[] = [];
  const checked: CheckedRecording[] = [];
  const unread: FailedFile[] = [];
  const failed = (file: FailedFile) => {
    sayFailed(file, false);
    unread.push(file);
  };
  const files = await filesToImport(positionals);
  if (files.length === 0) for (const path of positionals) failed(withoutFiles(path));
  if (files.length === 0 && !values.json) return 1;
  for await (const imported of importFiles(files)) {
    if (imported.type === 'failed') failed(failedImport(imported));
    if (imported.type !== 'imported') continue;
    for (const transcript of imported.file.transcripts) {
      bills.push(...billRows(imported.path, transcript));
      const policy = policyOfAgent(transcript.agent);
      if (policy === undefined) continue;
      const material = replayMaterial(transcript);
      const predictions = checkRecording(material, policy);
      const fitting = fittingWindow(material, policy);
      checked.push({ file: imported.path, policy, predictions, ...(fitting === undefined ? {} : { fitting }) });
      rows.push(...predictions.checks.map((check) => row(imported.path, policy, check)));
      elsewhere.push(...predictions.elsewhere.map(({ call }) => ({ file: imported.path, call })));
      if (!isClaudeCode(transcript)) continue;
      countingErrors(material).forEach((errors, rule) => {
        counting[rule]?.errors.push(...errors);
      });
      countingErrorsAtCalls(material).forEach((errors, rule) => {
        counting[rule]?.atCalls.push(...errors);
      });
      cache.push(...cacheRows(imported.path, transcript));
    }
  }
  const agents = agentRows(checked);
  if (values.json)
    sayJson(
      jsonLine({
        ...{ compactions: rows, elsewhere, agents, cache, counting, bills },
        // `what` and `advice` were there before `error`.
        unread: unread.map(({ file, error }) => ({ file, error, ...error })),
        ...summary(rows),
      }),
    );
  else say(asText({ rows, elsewhere, agents, cache, counting, bills }));
  return unread.length === 0 ? 0 : 1;
}

function isClaudeCode({ format }: Transcript): boolean {
  return format === 'claude-code';
}

/** In $. For recordings with a known bill and known prices. */
interface BillRow {
  readonly file: string;
  readonly recorded: number;
  readonly replayed: number;
  readonly predicted: number;
}

function billRows(file: string, transcript: Transcript): BillRow[] {
  return [transcript, ...transcript.children].flatMap((one) => {
    const material = replayMaterial(one);
    const { cost } = recordedBill(material) ?? {};
    if (!cost) return [];
    const costOf = (predictsBill: boolean) =>
      replay(material, none, assumed(), { mode: 'following', predictsBill }).totals.cost.dollars;
    return [{ file, recorded: cost, replayed: costOf(false), predicted: costOf(true) }];
  });
}

interface CacheRow extends CacheError {
  readonly file: string;
}

/** The session's own calls and those of its sub-agents, each agent with its own cache. */
function cacheRows(file: string, transcript: Transcript): CacheRow[] {
  return [transcript, ...transcript.children].flatMap((one) => {
    const error = cacheErrorOf(predictCache(one));
    return error === undefined ? [] : [{ file, ...error }];
  });
}

function row(file: string, { id }: Policy, check: PredictionCheck): Row {
  const { recordedCall, recordedTokens, predicted, tokensOff, causes } = check;
  return {
    file,
    policy: id,
    recordedCall,
    recordedTokens: recordedTokens ?? null,
    predictedCall: predicted?.call ?? null,
    callsOff: predicted === undefined ? null : predicted.call - recordedCall,
    tokensOff: tokensOff ?? null,
    causes: causes.map((cause) => CAUSES[cause]),
  };
}

/** Compactions without an earlier call in the file cannot be predicted. */
function summary(rows: readonly Row[]) {
  const predictable = rows.filter(({ tokensOff }) => tokensOff !== null);
  const shares = predictable
    .map(({ tokensOff, recordedTokens }) => Math.abs(tokensOff ?? 0) / (recordedTokens ?? 1))
    .sort((a, b) => a - b);
  return {
    predictable: predictable.length,
    rightCall: predictable.filter(({ callsOff }) => callsOff !== null && Math.abs(callsOff) <= 1).length,
    medianTokensOff: shares[Math.floor(shares.length / 2)] ?? null,
  };
}

interface Report {
  readonly rows: readonly Row[];
  readonly elsewhere: readonly { readonly file: string; readonly call: number }[];
  readonly agents: readonly AgentRow[];
  readonly cache: readonly CacheRow[];
  readonly counting: readonly {
    readonly title: string;
    readonly errors: readonly number[];
    readonly atCalls: readonly number[];
  }[];
  readonly bills: readonly BillRow[];
}

function share(value: number): string {
  return `${(value * 100).toFixed(2)} %`;
}

function errorLine(title: string, errors: readonly number[]): string {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const at = (part: number) => share(sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * part))] ?? 0);
  const mean = sizes.reduce((sum, error) => sum + error, 0) / Math.max(1, sizes.length);
  return `  ${title}: median ${at(0.5)}, mean ${share(mean)}, 99 of 100 within ${at(0.99)}, largest ${at(1)}, of ${sizes.length}`;
}

function asText({ rows, elsewhere, agents, cache, counting, bills }: Report): string {
  const number = (value: number | null) => (value === null ? '–' : value.toLocaleString('en-US'));
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${share(Math.abs(value))}`;
  const lines = rows.map(
    ({ file, recordedCall, recordedTokens, predictedCall, callsOff, tokensOff, causes }) =>
      `${file}\n  recorded before call ${recordedCall} at ${number(recordedTokens)}, predicted before call ${number(predictedCall)}` +
      `: ${number(callsOff)} calls off, ${number(tokensOff)} tokens off${causes.length === 0 ? '' : ` (${causes.join('; ')})`}`,
  );
  const { predictable, rightCall, medianTokensOff } = summary(rows);
  return [
    ...lines,
    ...elsewhere.map(({ file, call }) => `${file}\n  predicted before call ${call}, where none was recorded`),
    `${rightCall} of ${predictable} predictable compactions at the recorded call or one off, ${elsewhere.length} elsewhere` +
      `${medianTokensOff === null ? '' : `, median ${share(medianTokensOff)} of the tokens off`}`,
    '',
    ...agentLines(agents),
    '',
    'Counting messages since the last usage [T1]: errors at recorded compactions, as shares of the recorded size',
    ...counting.map(({ title, errors }) => errorLine(title, errors)),
    'The same before every call, against the actual size of the call, which no agent knows beforehand',
    ...counting.map(({ title, atCalls }) => errorLine(title, atCalls)),
    '',
    'Bill: recorded, unchanged replay, and replay with every request predicted',
    ...bills.map(
      ({ file, recorded, replayed, predicted }) =>
        `${file}\n  $${recorded.toFixed(2)}, $${replayed.toFixed(2)} (${signed(replayed / recorded - 1)}), $${predicted.toFixed(2)} (${signed(predicted / recorded - 1)})`,
    ),
    '',
    'Cache: median errors of tokens read, written and uncached, as shares of tokens sent',
    ...cache.map(
      ({ file, compared, read, written, uncached, within1Percent, breaks }) =>
        `${file}\n  ${share(read.median)}, ${share(written.median)}, ${share(uncached.median)}; ${within1Percent} of ${compared} calls within 1 %` +
        `, ${breaks.predicted} of ${breaks.recorded} breaks predicted, ${breaks.falseAlarms} false alarms`,
    ),
    '',
  ].join('\n');
}
