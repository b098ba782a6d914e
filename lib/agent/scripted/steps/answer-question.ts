import { meaningOf } from '../sight/meaning-of';
import { call, end, grepAny, type Move } from '../sight/move';
import { PLAN_FILE } from '../sight/plan';
import { toSee } from '../sight/seeing';
import { type Asked, saidSoFar, usesSince, type VisibleContext } from '../sight/sight';
import { textOf } from '../sight/tool-uses';

const MAX_LINES = 6;
const LONGEST_LINE = 300;
const LITTLE_WORDS = new Set(
  'what which who where when why how did does do is are was were has have the and for you your that this with about from tell explain mentioned said written find there'.split(
    ' ',
  ),
);

/** From what is in sight, reading again if that is not enough. */
export function answerQuestion(sight: VisibleContext): Move | undefined {
  const { asked } = sight;
  if (asked === undefined || meaningOf(asked.text) !== 'question' || isAnswered(sight, asked)) return undefined;
  const paths = pathsFor(asked.text);
  const seen = toSee(sight, 'Let me look it up.', ...paths);
  if (seen !== undefined) return seen;

  const words = wordsOf(asked.text);
  const texts = paths.map((path) => sight.files.get(path)?.text ?? '');
  for (const known of [texts, saidSoFar(sight)]) {
    const lines = best(
      known.flatMap((text) => text.split('\n')),
      words,
    );
    if (lines.length > 0) return end(answer(lines));
  }
  const found = usesSince(sight, asked.at).findLast(({ name }) => name === 'Grep');
  if (words.length === 0) return end("I'm not sure what you want to know.");
  if (found === undefined) return call("I don't remember anything about that. Let me search for it.", grepAny(words));
  const hits = best((textOf(found) ?? '').split('\n'), words);
  return end(hits.length === 0 ? `I found nothing about ${words.join(', ')}.` : answer(hits));
}

/** A reply without a tool call ended the turn. */
function isAnswered({ messages }: VisibleContext, { at, isNew }: Asked): boolean {
  if (isNew) return false;
  const last = messages.slice(at + 1).findLast(({ kind }) => kind === 'reply');
  return last !== undefined && !last.parts.some(({ kind }) => kind === 'tool-call');
}

function pathsFor(question: string): readonly string[] {
  const named = question.match(/[\w./-]+\.(?:md|awk|sh|txt|js|ts|py|csv)\b/g) ?? [];
  if (named.length > 0) return named;
  if (/\brules?\b|\ballowed\b|\bmust\b|\bmay\b/i.test(question)) return ['AGENTS.md'];
  return [PLAN_FILE];
}

function wordsOf(question: string): readonly string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return words.filter((word) => !LITTLE_WORDS.has(word));
}

/** The lines with the most of the words, in order. */
function best(lines: readonly string[], words: readonly string[]): readonly string[] {
  const scored = [...new Set(lines)].flatMap((line, place) => {
    const lower = line.toLowerCase();
    const score = words.filter((word) => lower.includes(word.replace(/s$/, ''))).length;
    return score === 0 ? [] : [{ line, place, score }];
  });
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const chosen = scored.filter(({ score }) => score === most).slice(-MAX_LINES);
  return chosen.map(({ line }) => line.trim().slice(0, LONGEST_LINE).toWellFormed());
}

function answer(lines: readonly string[]): string {
  return ['Here is what I found:', ...lines.map((line) => `> ${line}`)].join('\n');
}
