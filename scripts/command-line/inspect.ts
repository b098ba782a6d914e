import { optional } from '../../lib/base/optional';
import { fail, ok, type Result } from '../../lib/base/result';
import { type FileImport, importFiles } from '../../lib/importers/import-files';
import { importers } from '../../lib/importers/index';
import { summaryOf } from '../../lib/simulator/recorded/summary-of';
import { counterErrors } from '../../lib/tokens/counter-errors';
import { type FormatId, formats } from '../../lib/transcript/formats';
import type { Boundary, Transcript } from '../../lib/transcript/transcript';
import { failedImport, sayFailed, withoutFiles } from './failed-file';
import { filesToImport } from './file-source';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { say, sayJson } from './terminal';

interface Options {
  readonly paths: readonly string[];
  readonly json: boolean;
  readonly format?: FormatId;
}

/** `highwater inspect FILE…`. Returns the exit code. */
export async function inspect(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('inspect', options.error);
  const { paths, json, format } = options.value;
  const files = await filesToImport(paths);
  if (files.length === 0) {
    for (const path of paths) sayFailed(withoutFiles(path), json);
    return 1;
  }
  let exitCode = 0;
  for await (const imported of importFiles(files, optional('format', format))) {
    if (imported.type === 'failed') exitCode = 1;
    print(imported, json);
  }
  return exitCode;
}

function readOptions(words: readonly string[]): Result<Options> {
  const parsed = parseWords(words, { json: { type: 'boolean', default: false }, format: { type: 'string' } });
  if (!parsed.ok) return parsed;
  const { values, positionals: paths } = parsed.value;
  if (paths.length === 0) return fail('specify at least one file or folder');
  const format = importers.find((importer) => importer.format === values.format)?.format;
  if (values.format !== undefined && format === undefined) {
    const known = importers.map((importer) => importer.format).join(', ');
    return fail(`"${values.format}" cannot be imported; these can: ${known}`);
  }
  return ok({ paths, json: values.json, ...optional('format', format) });
}

function print(imported: FileImport, asJson: boolean): void {
  const { path } = imported;
  switch (imported.type) {
    case 'failed':
      sayFailed(failedImport(imported), asJson);
      return;
    case 'attached':
      if (!asJson) say(`${path}\n  belongs to session ${imported.sessionId}\n\n`);
      return;
    case 'imported':
      for (const transcript of imported.file.transcripts) {
        const facts = inspected(path, transcript);
        if (asJson) printJson(facts);
        else say(asText(facts, imported.file.recognition.because));
      }
  }
}

function printJson(value: object): void {
  sayJson(jsonLine(value));
}

type Inspected = ReturnType<typeof inspected>;

function inspected(file: string, transcript: Transcript) {
  const { format, agent, models, window, messages, calls, peakTokens: peak } = summary(transcript);
  return {
    file,
    format,
    agent: { name: agent?.name ?? null, version: agent?.version ?? null },
    models,
    window,
    messages,
    calls,
    peakTokens: peak,
    boundaries: transcript.boundaries.map((boundary) => inspectedBoundary(boundary, transcript)),
    counters: Object.fromEntries(
      counterErrors(transcript).map(({ counter, median, p90 }) => [
        counter,
        { median: median ?? null, p90: p90 ?? null },
      ]),
    ),
    warnings: transcript.warnings.map(({ line, what }) => ({ line, what })),
    children: transcript.children.map((child) => {
      const { title, messages, calls, peakTokens } = summary(child);
      return { agentId: child.agentId ?? null, title, messages, calls, peakTokens };
    }),
  };
}

function summary(transcript: Transcript) {
  return summaryOf(transcript);
}

function inspectedBoundary(boundary: Boundary, transcript: Transcript) {
  const beforeCall = transcript.calls.findIndex((call) => call.at >= boundary.at);
  return {
    kind: boundary.kind,
    trigger: boundary.trigger,
    preTokens: boundary.preTokens ?? null,
    postTokens: boundary.postTokens ?? null,
    beforeCall: beforeCall === -1 ? null : beforeCall,
    version: boundary.agentVersion ?? null,
  };
}

function asText(facts: Inspected, because: string): string {
  const share = (value: number) => `${value > 0 ? '+' : ''}${(value * 100).toFixed(1)} %`;
  const by = [facts.agent.name, facts.agent.version].filter(Boolean).join(' ');
  const lines = [
    facts.file,
    `  ${formats[facts.format].title}: ${because}`,
    `  ${[by, facts.models.join(', '), `window ${number(facts.window)}`].filter(Boolean).join(' · ')}`,
    `  ${[
      counted(facts.messages, 'message'),
      counted(facts.calls, 'call'),
      `peak ${number(facts.peakTokens)} tokens`,
      counted(facts.children.length, 'sub-agent'),
    ].join(', ')}`,
    ...facts.boundaries.map(
      ({ kind, trigger, preTokens, postTokens, beforeCall }) =>
        `  ${NAMES[kind]} (${trigger}) ${beforeCall === null ? 'after the last call' : `before call ${beforeCall}`}` +
        `${preTokens === null ? '' : `, from ${number(preTokens)}`}${postTokens === null ? '' : ` to ${number(postTokens)}`}`,
    ),
    ...Object.entries(facts.counters).flatMap(([name, { median, p90 }]) =>
      median === null || p90 === null ? [] : [`  counter ${name}: median ${share(median)}, p90 ${share(p90)}`],
    ),
    ...facts.warnings
      .slice(0, MAX_WARNINGS)
      .map(({ line, what }) => (line === 0 ? `  the file: ${what}` : `  line ${line}: ${what}`)),
    ...(facts.warnings.length > MAX_WARNINGS ? [`  … and ${facts.warnings.length - MAX_WARNINGS} more warnings`] : []),
  ];
  return `${lines.join('\n')}\n\n`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function counted(count: number, what: string): string {
  return `${number(count)} ${what}${count === 1 ? '' : 's'}`;
}

const MAX_WARNINGS = 20;

const NAMES: Readonly<Record<Boundary['kind'], string>> = {
  full: 'full compaction',
  micro: 'microcompact',
  prune: 'pruning',
  rewind: 'rewind',
};
