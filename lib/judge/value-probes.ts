import type { ScoreItem } from '../fidelity/scores/score';
import { valueItems } from '../fidelity/scores/score-items';
import { partTexts } from '../fidelity/text/part-texts';
import { sentences } from '../fidelity/text/sentences';
import type { ExactValueType } from '../fidelity/values/classify-word';
import type { Cut, LeftPart } from '../fidelity/values/cut';
import { RemainingParts } from '../fidelity/values/held-parts';
import type { ValueIndex } from '../fidelity/values/value-index';
import type { AskedRules } from './asked-rules';
import type { ProbeText } from './probe';
import { blankedOut } from './probe-text';

const BLANK = '____';
const ELSEWHERE = '[…]';
/** On both sides of the value. */
const CONTEXT_CHARACTERS = 140;
const FEWEST_WORDS = 5;
/** Shorter ones can be guessed. */
const FEWEST_CHARACTERS = 3;
/** Values and places to look at before giving up. */
const MAX_VALUES = 300;
const MAX_PLACES = 8;

/** Paths belong to the questions about files. A value with one of two words is named by it in a question. */
const askedFor: Readonly<Partial<Record<ExactValueType, string>>> = {
  number: 'number',
  'error-code': 'code',
  identifier: 'name',
  setting: 'setting with its value',
  hash: 'hash',
  url: 'address',
  command: 'command',
  quoted: 'wording',
};

interface Wanted {
  readonly most: number;
  /** What a question must not contain: it would answer another. */
  readonly hidden: readonly string[];
  /** Existing questions. */
  readonly asked: readonly string[];
  readonly rules: AskedRules;
}

/**
 * [K2] Values that the recording uses again after the cut, each with the sentence of its last occurrence and a blank in
 * its place. First those that are not repeated before they are needed, alternating between types.
 */
export function valueProbes(index: ValueIndex, cut: Cut, { most, hidden, asked, rules }: Wanted): readonly ProbeText[] {
  const partAt = new Map(
    cut.left.flatMap((left) => (left.place === undefined ? [] : [[index.rowOf(left.place), left]])),
  );
  const probes: ProbeText[] = [];
  const answers = [...hidden];
  for (const { text, kind } of typesInTurn(neededItems(index, cut))) {
    if (probes.length >= most) break;
    if ([...asked, ...probes.map(({ question }) => question)].some((question) => question.includes(text))) continue;
    const sentence = sentenceWithBlank(text, placesOf(index, text, partAt), answers, rules);
    if (sentence === undefined) continue;
    answers.push(text);
    probes.push({
      topic: 'value',
      question: `In “${sentence}” one value is missing. Which ${kind} belongs in place of ${BLANK}?`,
      expected: text,
    });
  }
  return probes;
}

interface NeededItem {
  readonly text: string;
  readonly kind: string;
}

function neededItems(index: ValueIndex, cut: Cut): readonly NeededItem[] {
  const items = valueItems(index, cut, new RemainingParts(index, { stays: cut.stays, made: [] }));
  return items
    .filter(({ state, used, text }) => state === 'missing' && used !== undefined && text.length >= FEWEST_CHARACTERS)
    .flatMap(({ text, kind }) => {
      const name = nameOf(kind);
      return name === undefined ? [] : [{ text, kind: name }];
    })
    .slice(0, MAX_VALUES);
}

function nameOf(kind: ScoreItem['kind']): string | undefined {
  return Object.entries(askedFor).find(([type]) => type === kind)?.[1];
}

function typesInTurn(items: readonly NeededItem[]): readonly NeededItem[] {
  const byKind = new Map<string, NeededItem[]>();
  for (const item of items) byKind.set(item.kind, [...(byKind.get(item.kind) ?? []), item]);
  const turns = Math.max(0, ...[...byKind.values()].map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => [...byKind.values()].flatMap((kind) => kind[turn] ?? [])).flat();
}

/** Prose first, latest first. */
function placesOf(index: ValueIndex, text: string, partAt: ReadonlyMap<number, LeftPart>): readonly LeftPart[] {
  const rows = index.value(text)?.rows ?? [];
  const places = rows.flatMap((row) => partAt.get(row) ?? []).reverse();
  const isProse = ({ part }: LeftPart) => part.kind === 'text';
  return [...places.filter(isProse), ...places.filter((place) => !isProse(place))].slice(0, MAX_PLACES);
}

/** The sentence alone if it says enough, else its surroundings on the line. Questions about rules must not contain them. */
function sentenceWithBlank(
  value: string,
  places: readonly LeftPart[],
  hidden: readonly string[],
  rules: AskedRules,
): string | undefined {
  const others = hidden.filter((other) => !value.includes(other) && !other.includes(value));
  for (const { part } of places) {
    for (const text of partTexts(part)) {
      for (const around of textsAround(text, value)) {
        if (rules.isSaidIn(around)) continue;
        const sentence = others.reduce(
          (line, other) => blankedOut(line, other, ELSEWHERE),
          blankedOut(around, value, BLANK),
        );
        const words = sentence.match(/\p{L}{2,}/gu)?.length ?? 0;
        if (sentence.includes(BLANK) && !sentence.includes(value) && words >= FEWEST_WORDS) return sentence;
      }
    }
  }
  return undefined;
}

function textsAround(text: string, value: string): readonly string[] {
  const at = text.indexOf(value);
  if (at === -1) return [];
  const end = at + value.length;
  const before =
    text
      .slice(Math.max(0, at - CONTEXT_CHARACTERS), at)
      .split('\n')
      .at(-1) ?? '';
  const behind = text.slice(end, end + CONTEXT_CHARACTERS).split('\n', 1)[0] ?? '';
  const cutBefore = before.length < CONTEXT_CHARACTERS ? before : before.replace(/^\S*\s/, '…');
  const cutBehind = behind.length < CONTEXT_CHARACTERS ? behind : behind.replace(/\s\S*$/, '…');
  const line = `${cutBefore}${value}${cutBehind}`;
  const inLine = cutBefore.length;
  const sentence = [...sentences(line)].find((range) => range.start <= inLine && inLine < range.end);
  return [sentence === undefined ? '' : line.slice(sentence.start, sentence.end), line].map(oneLine);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
