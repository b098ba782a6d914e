import { parseArgs } from 'node:util';
import { type CacheError, cacheErrorOf } from '../../lib/economics/cache-error';
import { predictCache } from '../../lib/economics/recorded-cache';
import { importFiles } from '../../lib/importers/import-files';
import { asRecorded } from '../../lib/policies/as-recorded';
import { type Cause, type PredictionCheck, predictCompactions } from '../../lib/simulator/predict-compactions';
import { replayMaterial } from '../../lib/simulator/replay-material';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from './file-source';

const CAUSES: Readonly<Record<Cause, string>> = {
  'nothing-before': 'the calls before it are not in the file',
  'output-is-a-stub': 'the output of the last call was recorded unfinished',
  'result-in-flight': 'a result in flight never reached the file',
};

interface Row {
  readonly file: string;
  readonly recordedCall: number;
  readonly recordedTokens: number | null;
  readonly predictedCall: number | null;
  readonly callsOff: number | null;
  readonly tokensOff: number | null;
  readonly causes: readonly string[];
}

/** `highwater validate DIR`: recorded compactions against those that `as-recorded` predicts, following the recording. */
export async function validate(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  if (positionals.length === 0) {
    process.stderr.write('highwater validate: name a file, or a folder\n');
    return 2;
  }
  const rows: Row[] = [];
  const elsewhere: { readonly file: string; readonly call: number }[] = [];
  const cache: CacheRow[] = [];
  for await (const imported of importFiles(await filesToImport(positionals))) {
    if (imported.type !== 'imported') continue;
    for (const transcript of imported.file.transcripts.filter(isClaudeCode)) {
      const predictions = predictCompactions(replayMaterial(transcript), asRecorded);
      rows.push(...predictions.checks.map((check) => row(imported.path, check)));
      cache.push(...cacheRows(imported.path, transcript));
      elsewhere.push(...predictions.elsewhere.map(({ call }) => ({ file: imported.path, call })));
    }
  }
  if (values.json)
    process.stdout.write(`${JSON.stringify({ compactions: rows, elsewhere, cache, ...summary(rows) })}\n`);
  else process.stdout.write(asText(rows, elsewhere, cache));
  return 0;
}

function isClaudeCode({ format }: Transcript): boolean {
  return format === 'claude-code';
}

interface CacheRow extends CacheError {
  readonly file: string;
}

/** The session's own calls and those of its sub-agents, each agent with a cache of its own. */
function cacheRows(file: string, transcript: Transcript): CacheRow[] {
  return [transcript, ...transcript.children].flatMap((one) => {
    const error = cacheErrorOf(predictCache(one));
    return error === undefined ? [] : [{ file, ...error }];
  });
}

function row(file: string, check: PredictionCheck): Row {
  const { recordedCall, recordedTokens, predicted, tokensOff, causes } = check;
  return {
    file,
    recordedCall,
    recordedTokens: recordedTokens ?? null,
    predictedCall: predicted?.call ?? null,
    callsOff: predicted === undefined ? null : predicted.call - recordedCall,
    tokensOff: tokensOff ?? null,
    causes: causes.map((cause) => CAUSES[cause]),
  };
}

/** Compactions before which the file has no call cannot be predicted by anybody. */
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

function asText(
  rows: readonly Row[],
  elsewhere: readonly { readonly file: string; readonly call: number }[],
  cache: readonly CacheRow[],
): string {
  const number = (value: number | null) => (value === null ? '–' : value.toLocaleString('en-US'));
  const share = (value: number) => `${(value * 100).toFixed(2)} %`;
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
    'Cache: median errors of what was read, written and sent uncached, as shares of what was sent',
    ...cache.map(
      ({ file, compared, read, written, uncached, within1Percent, breaks }) =>
        `${file}\n  ${share(read.median)}, ${share(written.median)}, ${share(uncached.median)}; ${within1Percent} of ${compared} calls within 1 %` +
        `, ${breaks.predicted} of ${breaks.recorded} breaks foreseen, ${breaks.falseAlarms} false alarms`,
    ),
    '',
  ].join('\n');
}
