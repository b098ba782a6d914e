import { readFileSync, statSync } from 'node:fs';
import type { JsonObject } from '../../lib/base/json';
import { optional } from '../../lib/base/optional';
import { fail, ok, type Result } from '../../lib/base/result';
import { type RuleEdit, ruleEditsInFile } from '../../lib/fidelity/rules/rule-edits';
import type { Score, ScoreItem } from '../../lib/fidelity/scores/score';
import { SCORE_NOTE, scoreDefinitions, scoreHelp } from '../../lib/fidelity/scores/score-definitions';
import { scoreSummary } from '../../lib/fidelity/scores/score-summary';
import { ValueIndex } from '../../lib/fidelity/values/value-index';
import { counted } from '../../lib/series/words/format-number';
import { originWords, scoreCount, shownAgainWords, worthWords } from '../../lib/series/words/score-words';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import type { Message, Transcript } from '../../lib/transcript/transcript';
import { RULES_RECORD } from '../../lib/transcript/write-transcript';
import { sayFailed } from './failed-file';
import { fromWhereTheUserIs } from './file-source';
import { whyUnreadable } from './files-on-disk';
import { forEachTranscript } from './for-each-transcript';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { STANDARD_INPUT, savedInput, shownPath } from './standard-input';
import { complain, say, sayJson } from './terminal';

interface Options {
  readonly path: string;
  readonly call: number;
  readonly summary: string;
  readonly prompt: string | undefined;
  readonly isJson: boolean;
}

/** `highwater score FILE --at CALL --summary TEXTFILE`: what a summary keeps. Returns the exit code. */
export async function score(words: readonly string[]): Promise<number> {
  const options = await readOptions(words);
  if (!options.ok) return wrongWords('score', options.error);
  const { path, call, isJson } = options.value;
  let exitCode = 0;
  const file = shownPath(path);
  const readCode = await forEachTranscript(path, { isJson }, (transcript, attached) => {
    if (call >= transcript.calls.length) {
      const what = `Could not score "${file}" at call ${call}: it has ${transcript.calls.length} calls, counted from 0.`;
      sayFailed({ file, error: { what, advice: 'Choose another call with --at.' } }, isJson);
      exitCode = 1;
      return;
    }
    const edits = ruleEditsIn(file, attached);
    const scores = scoresOf(transcript, options.value, edits);
    if (isJson) sayJson(jsonLine({ call, ruleEdits: edits.length, scores: scores.map(withWords) }));
    else say(asText(scores, edits.length));
  });
  return readCode || exitCode;
}

async function readOptions(words: readonly string[]): Promise<Result<Options>> {
  const parsed = parseWords(words, {
    at: { type: 'string' },
    summary: { type: 'string' },
    prompt: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) return fail('specify one file');
  if (values.at === undefined || !/^\d{1,9}$/.test(values.at)) {
    return fail(`--at takes a call number, counted from 0${values.at === undefined ? '' : `, not "${values.at}"`}`);
  }
  if (values.summary === undefined) return fail('--summary takes a text file with the summary');
  if ([path, values.summary, values.prompt].filter((each) => each === STANDARD_INPUT).length > 1)
    return fail('standard input can be one file only: the session, the summary or the prompt');
  const summary = await textOf(values.summary);
  if (!summary.ok) return summary;
  const prompt = values.prompt === undefined ? ok(undefined) : await textOf(values.prompt);
  if (!prompt.ok) return prompt;
  return ok({ path, call: Number(values.at), summary: summary.value, prompt: prompt.value, isJson: values.json });
}

const MAX_TEXT_BYTES = 10_000_000;

async function textOf(path: string): Promise<Result<string>> {
  const file = path === STANDARD_INPUT ? await savedInput() : fromWhereTheUserIs(path);
  const why = whyUnreadable(file);
  if (why !== undefined) return fail(`could not read "${path}": ${why}`);
  const { size } = statSync(file);
  if (size > MAX_TEXT_BYTES)
    return fail(`could not read "${path}": it has ${size} bytes; the limit is ${MAX_TEXT_BYTES}`);
  return ok(readFileSync(file, 'utf8'));
}

/** [K4] What the user said about the rules of the session before exporting it. */
function ruleEditsIn(path: string, attached: readonly JsonObject[]): readonly RuleEdit[] {
  const record = attached.find(({ type }) => type === RULES_RECORD);
  if (record === undefined) return [];
  const edits = ruleEditsInFile(record);
  const said = `Could not read the edited rules in "${path}"`;
  if (!edits.ok) {
    complain(`${said}: ${edits.error}. The rules are scored as found.\n`);
    return [];
  }
  if (edits.value.unread > 0) complain(`${said}: ${edits.value.unread} of them are not counted.\n`);
  return edits.value.edits;
}

function scoresOf(
  transcript: Transcript,
  { call, summary, prompt }: Options,
  ruleEdits: readonly RuleEdit[],
): readonly Score[] {
  return scoreSummary(replayMaterial(transcript), indexOf(transcript.messages), {
    call,
    summary,
    ruleEdits,
    ...optional('prompt', prompt),
  });
}

function indexOf(messages: readonly Message[]): ValueIndex {
  const work = ValueIndex.of(messages);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

function withWords({ id, ...score }: Score) {
  const { rule, name, unit, better } = scoreDefinitions[id];
  return { id, rule, name, unit, better, explanation: scoreHelp(id), ...score };
}

const MAX_LISTED = 20;

function asText(scores: readonly Score[], edits: number): string {
  const scored = scores.filter(({ of }) => of > 0);
  const note = edits === 0 ? [] : [`Counted with ${counted(edits, 'rule')} that you edited.`];
  return [...scored.flatMap(linesOf), ...note, SCORE_NOTE, ''].join('\n');
}

function linesOf({ items, ...score }: Score): readonly string[] {
  const { rule, name, better, counts } = scoreDefinitions[score.id];
  // For scores where more is better, missing items are listed.
  const told = items.filter(({ state }) => (state === counts) === (better === 'less'));
  return [
    `${rule} ${name}: ${scoreCount(score)}`,
    ...(score.shownAgain ? [`  ${shownAgainWords(score.shownAgain)}`] : []),
    ...told.slice(0, MAX_LISTED).map((item) => `  ${itemText(item)}`),
    ...(told.length > MAX_LISTED ? [`  … and ${number(told.length - MAX_LISTED)} more`] : []),
  ];
}

function itemText({ state, text, kind, given, origin, now, was, used, worth }: ScoreItem): string {
  const notes = [
    kind,
    given === undefined ? (state === 'missing' ? 'missing' : undefined) : given.replace('-', ' '),
    origin && originWords[origin],
    worth === undefined || kind === 'command' ? undefined : worthWords(worth),
    now === undefined ? undefined : `now ${now}`,
    was === undefined ? undefined : `message ${was.message}`,
    used === undefined ? undefined : `used again in message ${used.message}`,
  ].filter((note) => note !== undefined);
  return `${text.replace(/\s+/g, ' ')} (${notes.join(', ')})`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
