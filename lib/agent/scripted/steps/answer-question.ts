import { asText } from '../../../base/json';
import { answerFromMemory } from '../memory/answer-from-memory';
import { offersIn, refusal } from '../requests/abilities';
import { meaningOf } from '../requests/meaning-of';
import { call, end, grepAny, type Move } from '../sight/move';
import { PLAN_FILE } from '../sight/plan';
import { quotedLines } from '../sight/quoted-lines';
import { seenText, toSee } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import { type Asked, saidSoFar, usesSince, type VisibleContext } from '../sight/sight';
import { pathOf, textOf } from '../sight/tool-uses';

const MAX_LINES = 6;
const MAX_WORDS = 20;
const MAX_RULES = 12;
const MAX_HITS = 20;
const RULES_FILE = 'AGENTS.md';
const ABOUT_RULES = /^(?:rules?|follow|apply|allowed|must|may|project|repository|agents?|here)$/;
const MIN_STEMMED = 5;
const LITTLE_WORDS = new Set(
  'what which who where when why how did does do is are was were has have the and for you your that this with about from tell explain mentioned said written find there says say said contain contains read documentation docs documents manual file files can could would should will please any here mention mentions mentioned need want know need our its they them'.split(
    ' ',
  ),
);

/** From what is in sight, reading again if that is not enough. */
export function answerQuestion(sight: VisibleContext): Move | undefined {
  const { asked } = sight;
  if (asked === undefined || meaningOf(asked.text).type !== 'question' || isAnswered(sight, asked)) return undefined;
  if (DOCUMENTS.test(asked.text)) return answerFromDocuments(sight, asked);
  const named = namedIn(asked.text);
  const paths = pathsFor(sight, asked.text, named);
  const seen = toSee(sight, 'Let me look it up.', ...paths);
  if (seen !== undefined) return seen;

  const words = wordsOf(asked.text);
  const texts = paths.map((path) => seenText(sight, path) ?? '');
  if (named.length > 0) return end(answerFromFile(sight, named, words));
  const own = OWN_DEEDS.test(asked.text) && sight.plan === undefined ? ownDeeds(sight) : undefined;
  if (own !== undefined) return end(own);
  if (paths.includes(RULES_FILE) && words.every((word) => ABOUT_RULES.test(word))) {
    const rules = texts.flatMap((text) => text.split('\n')).filter((line) => /^[-*] /.test(line));
    if (rules.length > 0) return end(answer(rules.slice(0, MAX_RULES)));
  }
  const remembered = answerFromMemory({ sight, asked }, (text) => scoreOf(text, patternsOf(words)), words.length);
  if (remembered !== undefined) return remembered;
  const said = saidSoFar(sight).filter((text) => offersIn(text).length === 0);
  for (const known of [texts, said]) {
    const lines = best(
      known.flatMap((text) => text.split('\n')),
      words,
    );
    if (lines.length > 0) return end(answer(lines));
  }
  const found = usesSince(sight, asked.at).findLast(({ name }) => name === 'Grep');
  if (words.length === 0) return end(refusal('It found no word in your question to look up in the files.'));
  if (found === undefined)
    return call(
      "I don't remember anything about that. Let me search for it.",
      grepAny(words.map((word) => `\\b${stemOf(word)}`)),
    );
  const hits = best((textOf(found) ?? '').split('\n'), words);
  return end(
    hits.length === 0
      ? refusal(`It only looks for words, and found nothing about ${words.join(', ')} in the files.`)
      : `A script is answering, and it only looks for words. ${sharedWords(hits, words)}:\n${quotedLines(hits)}`,
  );
}

const DOCUMENTS = /\b(?:docs|documentation|documents|manual)\b/i;
const OWN_DEEDS = /\b(?:did|have|were|are) you\b|^what (?:has |have )?(?:been )?changed\b/i;

function answerFromDocuments(sight: VisibleContext, { text, at }: Asked): Move {
  const words = wordsOf(text);
  if (words.length === 0) return end(refusal('It found no word in your question to look up in the documents.'));
  const searching = grepAny(
    words.map((word) => `\\b${stemOf(word)}`),
    '*.md',
  );
  const found = usesSince(sight, at).findLast((use) => use.input.pattern === searching.input.pattern);
  if (found === undefined) return call("I'll look for it in the documents.", searching);
  const hits = best((textOf(found) ?? '').split('\n'), words);
  if (hits.length > 0) return end(`Here is what I found in the documents:\n${quotedLines(hits)}`);
  return end(refusal(`It only looks for words, and found nothing about ${words.join(', ')} in the documents.`));
}

/** Lines with its words; without any, how the file begins. */
function answerFromFile(sight: VisibleContext, paths: readonly string[], words: readonly string[]): string {
  const missing = paths.filter((path) => seenText(sight, path) === undefined);
  const parts = missing.map((path) => `I could not read ${path}.`);
  for (const path of paths) {
    const text = seenText(sight, path);
    if (text === undefined) continue;
    const lines = best(text.split('\n'), words);
    const start = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length > 0) parts.push(`Here is what I found in ${path}:\n${quotedLines(lines)}`);
    else if (words.length === 0) parts.push(`${path} begins:\n${quotedLines(start.slice(0, MAX_LINES))}`);
    else
      parts.push(
        `${path} has no line about ${words.join(', ')}. It begins:\n${quotedLines(start.slice(0, MAX_LINES))}`,
      );
  }
  return parts.join('\n');
}

/** What it changed and ran, as far as that is in sight. */
function ownDeeds({ uses }: VisibleContext): string {
  const done = uses.filter((use) => !hasFailed(use));
  const written = done.flatMap((use) => (['Write', 'Edit', 'MultiEdit'].includes(use.name) ? (pathOf(use) ?? []) : []));
  const ran = done.flatMap(({ name, input }) => (name === 'Bash' ? mainLine(asText(input.command) ?? '') : []));
  const reads = done.flatMap((use) => (use.name === 'Read' ? (pathOf(use) ?? []) : []));
  if (written.length + ran.length + reads.length === 0)
    return 'As far as my context reaches, I have read nothing, changed nothing and run nothing.';
  return [
    'As far as my context reaches:',
    ...(reads.length === 0 ? [] : [`- Read ${[...new Set(reads)].slice(-MAX_HITS).join(', ')}.`]),
    ...[...new Set(written)].map((path) => `- Wrote ${path}.`),
    ...[...new Set(ran)].slice(-MAX_LINES).map((command) => `- Ran ${command}`),
  ].join('\n');
}

/** Errands check first what they need. */
function mainLine(command: string): string {
  const lines = command.split('\n');
  return lines.find((line) => !/^if \[/.test(line)) ?? lines[0] ?? '';
}

/** A reply without a tool call ended the turn. */
export function isAnswered({ messages }: VisibleContext, { at, isNew }: Asked): boolean {
  if (isNew) return false;
  const last = messages.slice(at + 1).findLast(({ kind }) => kind === 'reply');
  return last !== undefined && !last.parts.some(({ kind }) => kind === 'tool-call');
}

const PATH =
  /(?<![\w-])(?:[\w-]{1,200}\/){0,40}[\w-]{1,200}\.(?:md|awk|sh|txt|js|ts|py|csv|json|c|h|go|rs|java|rb|html|css|toml|ya?ml)\b/g;

function namedIn(question: string): readonly string[] {
  return [...new Set(question.match(PATH) ?? [])];
}

function pathsFor(
  { plan, summary, uses }: VisibleContext,
  question: string,
  named: readonly string[],
): readonly string[] {
  if (named.length > 0) return named;
  if (/\brules?\b|\ballowed\b|\bmust\b|\bmay\b/i.test(question)) return [RULES_FILE];
  const hasPlan = plan !== undefined || uses.some((use) => pathOf(use) === PLAN_FILE);
  return hasPlan || summary?.includes(PLAN_FILE) === true ? [PLAN_FILE] : [];
}

function wordsOf(question: string): readonly string[] {
  const words =
    question
      .replace(PATH, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !LITTLE_WORDS.has(word)).slice(0, MAX_WORDS);
}

/** The lines with the most of the words, in order. */
function best(lines: readonly string[], words: readonly string[]): readonly string[] {
  const patterns = patternsOf(words);
  const scored = [...new Set(lines)].flatMap((line, place) => {
    const score = scoreOf(line, patterns);
    return score === 0 ? [] : [{ line, place, score }];
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const chosen = scored.filter(({ score }) => score === most).slice(-MAX_LINES);
  return chosen.map(({ line }) => line.trim());
}

/** "deleting" and "deleted" are found by "delet", but "Mars" not by "mar". */
function stemOf(word: string): string {
  return word.length < MIN_STEMMED ? `${word}s?\\b` : word.replace(/(?:ings?|ed|es|s|e)$/, '');
}

function answer(lines: readonly string[]): string {
  return `Here is what I found:\n${quotedLines(lines)}`;
}

/** How many of the words the lines have, which were chosen for it. */
function sharedWords(lines: readonly string[], words: readonly string[]): string {
  const most = Math.max(0, ...lines.map((line) => scoreOf(line, patternsOf(words))));
  const which = words.length === 1 ? `“${words[0]}”` : `${most} of ${words.length} words (${words.join(', ')})`;
  return `Lines with ${which}, at most ${MAX_LINES} of them`;
}

function patternsOf(words: readonly string[]): readonly RegExp[] {
  return words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${stemOf(word)}`, 'iu'));
}

function scoreOf(line: string, patterns: readonly RegExp[]): number {
  return patterns.filter((pattern) => pattern.test(line)).length;
}
