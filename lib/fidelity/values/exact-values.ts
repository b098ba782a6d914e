import { CharacterKind, kindOf } from '../text/character-kinds';
import type { TextRange } from '../text/text-range';
import type { ExactValueType } from './classify-word';
import { KnownWords } from './known-words';

export interface ExactValue extends TextRange {
  readonly type: ExactValueType;
  readonly value: string;
}

/** Longer runs without a blank are minified code or encoded data. */
const LONGEST_WORD = 400;
/** Longer runs of digits may be a hash. */
const LONGEST_NUMBER = 20;
const LONGEST_QUOTE = 160;
const LONGEST_COMMAND = 300;

const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff]/;
/** `src/服务/主.ts`: the start and end of such a file name are only clear between other characters. */
const EAST_ASIAN_FILE =
  /[\w.@~-]*(?:\/[\w.@\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff-]{1,40}?){1,6}?\.[a-z]\w{0,9}(?!\.?\w|\/)/iy;
const UNIT_AFTER =
  /^ ?(?:ms|milliseconds?|s|sec|secs|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|[kKMGT]i?B|bytes?|bits?|px|rem|em|Hz|[kMG]Hz|rpm|rps|req\/s|°C|percent|tokens?|lines?|items?|rows?|retries|attempts|users?|requests?|files?|characters?|毫秒|秒|分钟|分|小时|時間|天|日|年|元|円|个|個|倍|行|次)(?![A-Za-z])/;
/** Without one of these after it, a number has no unit. */
const UNITS_BEGIN = 'abcdefhiklmprstuwyGHKMT°毫秒分小时時天日年元円个個倍行次';
const PORT_BEFORE = /(?:\bport\s*(?!\s)(?:number|is|=|:)?|端口|ポート|포트)\s*(?!\s)(?:号|番号)?\s*(?!\s)[:=：]?\s*$/i;
const CODE_BEFORE =
  /(?:\bexit(?:ed with)?(?: code| status)?|\bHTTP(?:\/[\d.]+)?|\bstatus(?: code)?|\berror(?: code)?|\berrno)\s*(?!\s)[:=#]?\s*$/i;
/** ASCII words that precede numbers end in these: `port`, `number is`, `exited with`, `HTTP/1.1`, `code`, `errno`. */
const NAMES_END = 'tTrRsShHeEpPoO0123456789.=:#';

/** A terminal line, or code in backquotes that starts with the name of a program. */
const PROMPT = /^(?:\$|❯|>)\s+(?=[a-z./])/;
const PROGRAM =
  /^(?:(?:sudo|npx|env)\s+)?(?:npm|npx|pnpm|yarn|bun|node|deno|tsc|git|gh|docker|docker-compose|kubectl|helm|terraform|make|cmake|cargo|rustc|go|python3?|pip3?|uv|poetry|pytest|ruff|mypy|ruby|bundle|rails|java|mvn|gradle|\.\/\w[\w.-]*|bash|sh|zsh|curl|wget|ssh|scp|rsync|psql|mysql|sqlite3|redis-cli|grep|rg|sed|awk|find|ls|cat|cp|mv|rm|mkdir|chmod|chown|apt|apt-get|brew|systemctl|vitest|jest|playwright|biome|eslint|prettier|next|vite|dotnet|php|composer|swift|xcodebuild|flutter|dart|aws|gcloud|az)(?:\s+\S|$)/;
/** Of programs without arguments: others are only mentioned, or are something else, such as the tag `next`. */
const RUNS_ALONE = /^(?:make|pytest|tsc|vitest|jest|ruff|mypy|mvn|gradle|\.\/\S+)$/;

/**
 * The exact values of a text, in order of their start. A quotation and the values inside it are all included, and so may
 * overlap. The time is proportional to the length of the text, whatever it contains.
 */
export function exactValues(text: string, known = new KnownWords()): ExactValue[] {
  return new Reading(text, known).values();
}

/** One pass through a text, character by character. */
class Reading {
  private readonly found: ExactValue[] = [];
  private isInOrder = true;
  /** The end of the last terminal line found. */
  private terminalEnd = 0;

  constructor(
    private readonly text: string,
    private readonly known: KnownWords,
  ) {}

  values(): ExactValue[] {
    const { text } = this;
    for (let at = 0; at < text.length; at++) {
      const kind = kindOf(text.charCodeAt(at));
      if (kind <= CharacterKind.end) continue;
      if ((kind & CharacterKind.quote) !== 0) this.quotation(at);
      else if (this.tells(kind, at)) at = this.wordAround(at) - 1;
    }
    return this.isInOrder ? this.found : this.found.sort(byPlace);
  }

  /** Whether the current word may be a value. */
  private tells(kind: number, at: number): boolean {
    switch (kind) {
      case CharacterKind.capital:
        return !this.endsWord(at - 1);
      case CharacterKind.stop:
        return !this.endsWord(at + 1);
      case CharacterKind.closing:
        return this.text.charCodeAt(at - 1) === OPENING_BRACKET;
      case CharacterKind.prompt:
        if (this.endsWord(at - 1)) this.terminalLine(at);
        return false;
      default:
        return true;
    }
  }

  /** Returns the end of the word. */
  private wordAround(at: number): number {
    const { text } = this;
    let start = at;
    while (start > 0 && (kindOf(text.charCodeAt(start - 1)) & CharacterKind.end) === 0) start -= 1;
    let end = at + 1;
    let isNumber = start === at && kindOf(text.charCodeAt(at)) === CharacterKind.digit;
    for (; end < text.length; end++) {
      const kind = kindOf(text.charCodeAt(end));
      if ((kind & CharacterKind.end) !== 0) break;
      if (kind === CharacterKind.quote) this.quotation(end);
      if (kind !== CharacterKind.digit) isNumber = false;
    }
    if (isNumber && end - start <= LONGEST_NUMBER) this.bareNumber(start, end);
    else if (end - start > LONGEST_WORD) this.quotedWords(start, end);
    else if (end - start > 1) this.word(start, end);
    return end;
  }

  private endsWord(at: number): boolean {
    return at < 0 || at >= this.text.length || (kindOf(this.text.charCodeAt(at)) & CharacterKind.end) !== 0;
  }

  private word(start: number, end: number): void {
    const { values, bareNumber, pathFrom } = this.known.valuesAt(this.text, start, end);
    const file = pathFrom === undefined ? undefined : eastAsianFileAt(this.text, start + pathFrom, end);
    if (file !== undefined && pathFrom !== undefined) this.add('path', file, start + pathFrom);
    else for (const { type, value, start: within } of values) this.add(type, value, start + within);
    if (bareNumber !== undefined) this.bareNumber(start + bareNumber.start, start + bareNumber.end);
  }

  /** In an API response, only quoted words can be told apart. */
  private quotedWords(start: number, end: number): void {
    const { text } = this;
    let open = text.indexOf('"', start);
    while (open !== -1 && open < end) {
      const close = text.indexOf('"', open + 1);
      if (close === -1 || close >= end) return;
      const value = text.slice(open + 1, close);
      const type = value.length > LONGEST_QUOTE || this.isKey(open, close) ? undefined : this.known.typeOf(value);
      if (type !== undefined) this.add(type, value, open + 1);
      // The same mark closes one quotation and may open the next: their parity is unknown.
      open = close;
    }
  }

  /** A bare number means nothing; it counts with a unit, or as a port or a code. */
  private bareNumber(start: number, end: number): void {
    const { text } = this;
    const before = this.mayBeNamed(start) ? text.slice(Math.max(0, start - 24), start) : '';
    if (CODE_BEFORE.test(before)) this.add('error-code', text.slice(start, end), start);
    else if (PORT_BEFORE.test(before)) this.add('number', text.slice(start, end), start);
    else if (UNITS_BEGIN.includes(text.charAt(text[end] === ' ' ? end + 1 : end))) {
      const unit = UNIT_AFTER.exec(text.slice(end, end + 16))?.[0];
      if (unit !== undefined) this.add('number', text.slice(start, end + unit.length), start);
    }
  }

  /** The last character before most numbers already rules out ports and codes. */
  private mayBeNamed(start: number): boolean {
    const { text } = this;
    let last = start - 1;
    while (last >= 0 && text.charCodeAt(last) <= BLANK) last -= 1;
    return last >= 0 && (text.charCodeAt(last) > LAST_OF_ASCII || NAMES_END.includes(text.charAt(last)));
  }

  /** Quotations within one line. Apostrophes are not quotation marks here: they occur in too many words. */
  private quotation(at: number): void {
    const { text } = this;
    if (at > 0 && /[\w"`]/.test(text.charAt(at - 1))) return;
    const start = at + 1;
    const mark = text.charAt(at);
    const closing = (CLOSES[mark] ?? mark).charCodeAt(0);
    // JSON within JSON: its quotation marks are escaped, and unescaped ones belong to the outer JSON.
    const isEscaped = this.isEscaped(at);
    const limit = Math.min(text.length, start + LONGEST_QUOTE + 1);
    let end = start;
    for (; end < limit; end++) {
      const code = text.charCodeAt(end);
      if (code === LINE_END) return;
      if (code !== closing) continue;
      if (this.isEscaped(end) === isEscaped) break;
      if (isEscaped) return;
    }
    const valueEnd = isEscaped ? end - 1 : end;
    if (end === limit || valueEnd - start < 3 || (mark === '"' && this.isKey(at, end))) return;
    const value = text.slice(start, valueEnd);
    if (value.trim() !== value || value.startsWith(':')) return;
    const isCommand = PROGRAM.test(value) && (/\s/.test(value) || RUNS_ALONE.test(value));
    if (mark === '`' && isCommand) this.add('command', value, start);
    else if (/\s/.test(value) || this.known.typeOf(value) === undefined) this.add('quoted', value, start);
  }

  private isEscaped(at: number): boolean {
    let first = at;
    while (first > 0 && this.text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    return (at - first) % 2 === 1;
  }

  /** `{"code": 5, "text": x}`; a line may start with its number. In prose, a colon can follow a quotation, too. */
  private isKey(at: number, end: number): boolean {
    const { text } = this;
    let behind = end + 1;
    while (isBlank(text.charCodeAt(behind))) behind += 1;
    if (text[behind] !== ':') return false;
    let before = at - 1;
    while (before >= 0 && (isBlank(text.charCodeAt(before)) || text.charCodeAt(before) === BACKSLASH)) before -= 1;
    if (before < 0 || '{,'.includes(text.charAt(before))) return true;
    VALUE_OF_KEY.lastIndex = behind + 1;
    return VALUE_OF_KEY.test(text) && BEGINS_LINE.test(text.slice(Math.max(0, at - LONGEST_MARGIN), at));
  }

  private terminalLine(at: number): void {
    const { text } = this;
    if (at < this.terminalEnd || text[at + 1] !== ' ' || (at > 0 && !/[\n\r\u2028\u2029]/.test(text.charAt(at - 1))))
      return;
    const lineEnd = text.indexOf('\n', at);
    this.terminalEnd = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(at, this.terminalEnd);
    const prompt = PROMPT.exec(line)?.[0];
    if (prompt === undefined) return;
    const value = line.slice(prompt.length).trimEnd();
    if (value.length > LONGEST_COMMAND || (line.startsWith('>') && !PROGRAM.test(value))) return;
    this.add('command', value, at + prompt.length);
  }

  private add(type: ExactValueType, value: string, start: number): void {
    const found = { type, value, start, end: start + value.length };
    const last = this.found.at(-1);
    if (last !== undefined && byPlace(last, found) > 0) this.isInOrder = false;
    this.found.push(found);
  }
}

/** At the same start, longest first; for the same text, a word before a quotation. */
function byPlace(a: ExactValue, b: ExactValue): number {
  return a.start - b.start || b.end - a.end || Number(isQuotation(a)) - Number(isQuotation(b));
}

function isQuotation({ type }: ExactValue): boolean {
  return type === 'quoted' || type === 'command';
}

const OPENING_BRACKET = 0x28;
const LINE_END = 0x0a;
const BLANK = 0x20;
const LAST_OF_ASCII = 0x7f;
const BACKSLASH = 0x5c;
const VALUE_OF_KEY = /\s{0,20}(?:[[{"\\\d]|-\d|true|false|null)/y;
const BEGINS_LINE = /(?:^|[\n\r])[^\p{L}\n\r"]*$/u;
const LONGEST_MARGIN = 80;
const CLOSES: Readonly<Record<string, string>> = { '"': '"', '`': '`', '“': '”', '「': '」', '«': '»' };

function isBlank(code: number): boolean {
  return code <= BLANK;
}

function eastAsianFileAt(text: string, start: number, wordEnd: number): string | undefined {
  if (!EAST_ASIAN.test(text.charAt(wordEnd))) return undefined;
  EAST_ASIAN_FILE.lastIndex = start;
  const file = EAST_ASIAN_FILE.exec(text)?.[0];
  return file !== undefined && start + file.length > wordEnd ? file : undefined;
}
