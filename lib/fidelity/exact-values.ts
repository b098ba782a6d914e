import { classifyWord, type ExactValueType } from './classify-word';
import type { TextRange } from './text-range';

export interface ExactValue extends TextRange {
  readonly type: ExactValueType;
  readonly value: string;
}

/** Longer runs without a blank are minified code or encoded data. */
const LONGEST_WORD = 400;
const LONGEST_QUOTE = 160;
const LONGEST_COMMAND = 300;

/** Characters of Chinese, Japanese and Korean writing end a word: `端口8080` holds the value 8080. */
const WORD = /[^\s\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+/g;
const OPENING = /^[([{<"'`*,;|]+/;
const CLOSING = /[)\]}>"'`*,;|!?.:]+$/;

const UNIT_AFTER =
  /^ ?(?:ms|milliseconds?|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|[kKMGT]i?B|bytes?|bits?|px|rem|em|Hz|[kMG]Hz|rpm|rps|req\/s|°C|percent|tokens?|lines?|items?|rows?|retries|attempts|users?|requests?|files?|characters?|毫秒|秒|分钟|分|小时|時間|天|日|年|元|円|个|個|倍|行|次)(?![A-Za-z])/;
const PORT_BEFORE = /(?:\bport\s*(?:number|is|=|:)?|端口|ポート|포트)\s*(?:号|番号)?\s*[:=：]?\s*$/i;
const CODE_BEFORE =
  /(?:\bexit(?:ed with)?(?: code| status)?|\bHTTP(?:\/[\d.]+)?|\bstatus(?: code)?|\berror(?: code)?|\berrno)\s*[:=#]?\s*$/i;

const HOST_WITH_PORT = /^(?<before>(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*:)(?<port>\d{2,5})(?:[/?#]|$)/i;

/** A line of a terminal, or code in backquotes that begins with the name of a program. */
const PROMPT = /^(?:\$|❯|>)\s+(?=[a-z./])/;
const PROGRAM =
  /^(?:(?:sudo|npx|env)\s+)?(?:npm|npx|pnpm|yarn|bun|node|deno|tsc|git|gh|docker|docker-compose|kubectl|helm|terraform|make|cmake|cargo|rustc|go|python3?|pip3?|uv|poetry|pytest|ruff|mypy|ruby|bundle|rails|java|mvn|gradle|\.\/\w[\w.-]*|bash|sh|zsh|curl|wget|ssh|scp|rsync|psql|mysql|sqlite3|redis-cli|grep|rg|sed|awk|find|ls|cat|cp|mv|rm|mkdir|chmod|chown|apt|apt-get|brew|systemctl|vitest|jest|playwright|biome|eslint|prettier|next|vite|dotnet|php|composer|swift|xcodebuild|flutter|dart|aws|gcloud|az)(?:\s+\S|$)/;

/**
 * The exact values of a text, in order of where they begin. A quotation and the values inside it are all given, and so may
 * overlap. The time is bounded by the length of the text, whatever it consists of.
 */
export function exactValues(text: string): ExactValue[] {
  const found = [...words(text), ...quotations(text), ...terminalLines(text)];
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

function* words(text: string): Generator<ExactValue> {
  for (const match of text.matchAll(WORD)) {
    const whole = match[0];
    if (whole.length > LONGEST_WORD || whole.length < 2) {
      if (whole.length !== 1 || whole < '0' || whole > '9') continue;
    }
    const before = OPENING.exec(whole)?.[0].length ?? 0;
    const word = whole
      .slice(before)
      .replace(CLOSING, (end) => (end.startsWith(')') && whole.includes('()') ? ')' : ''));
    if (word === '') continue;
    const start = match.index + before;
    const end = start + word.length;
    const type = classifyWord(word);
    if (type !== undefined) {
      yield { type, value: word, start, end };
      if (type === 'url') yield* portOf(word, start);
      continue;
    }
    if (/^\d[\d,._]*$/.test(word)) yield* bareNumber(text, word, start, end);
  }
}

/** Whoever is told of port 8080 writes `localhost:8080` from then on. */
function* portOf(url: string, at: number): Generator<ExactValue> {
  const { before, port } = HOST_WITH_PORT.exec(url)?.groups ?? {};
  if (before === undefined || port === undefined) return;
  const start = at + before.length;
  yield { type: 'number', value: port, start, end: start + port.length };
}

/** A number alone says nothing; with its unit, or as a port or a code, it does. */
function* bareNumber(text: string, word: string, start: number, end: number): Generator<ExactValue> {
  const before = text.slice(Math.max(0, start - 24), start);
  if (CODE_BEFORE.test(before)) yield { type: 'error-code', value: word, start, end };
  else if (PORT_BEFORE.test(before)) yield { type: 'number', value: word, start, end };
  else {
    const unit = UNIT_AFTER.exec(text.slice(end, end + 16))?.[0];
    if (unit !== undefined) yield { type: 'number', value: word + unit, start, end: end + unit.length };
  }
}

const CLOSES: Readonly<Record<string, string>> = { '"': '"', '`': '`', '“': '”', '「': '」', '«': '»' };

/** Quotations of one line. An apostrophe is no quotation mark here: it stands in too many words. */
function* quotations(text: string): Generator<ExactValue> {
  for (const match of text.matchAll(/["`“「«]/g)) {
    const start = match.index + 1;
    if (match.index > 0 && /[\w"`]/.test(text.charAt(match.index - 1))) continue;
    const rest = text.slice(start, start + LONGEST_QUOTE + 1);
    const length = rest.indexOf(CLOSES[match[0]] ?? match[0]);
    if (length < 3) continue;
    const value = rest.slice(0, length);
    if (value.includes('\n') || value.trim() !== value || value.startsWith(':')) continue;
    const end = start + length;
    if (match[0] === '`' && PROGRAM.test(value)) yield { type: 'command', value, start, end };
    else if (/\s/.test(value) || classifyWord(value) === undefined) yield { type: 'quoted', value, start, end };
  }
}

function* terminalLines(text: string): Generator<ExactValue> {
  for (const match of text.matchAll(/^[$❯>] [^\n]*$/gm)) {
    const prompt = PROMPT.exec(match[0])?.[0];
    if (prompt === undefined) continue;
    const value = match[0].slice(prompt.length).trimEnd();
    if (value.length > LONGEST_COMMAND || (match[0].startsWith('>') && !PROGRAM.test(value))) continue;
    const start = match.index + prompt.length;
    yield { type: 'command', value, start, end: start + value.length };
  }
}
