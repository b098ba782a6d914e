/**
 *   open       the text ended within the value, where another line may follow
 *   complete   the value ended at `position`
 *   broken     from `position` on the text is not JSON
 */
type ScanOutcome = 'open' | 'complete' | 'broken';

const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON = 4;
const COMMA_OR_END = 5;

const QUOTE = 34;
const COMMA = 44;
const COLON_SIGN = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const WORD = /[-+.\w]+/y;
const GOOD_WORD = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/**
 * Follows the grammar of JSON over as many lines as a value takes, without building it. It notices immediately when a
 * line cannot belong to the value, so that an incomplete record does not swallow the intact ones after it. `JSON.parse`
 * can still reject what it calls complete (escapes and control characters are not checked).
 */
export class ValueScanner {
  /** Codes of the closing brackets still expected, outermost first. */
  private readonly closers: number[] = [];
  /** Where the open containers of this line started. */
  private starts: number[] = [];
  private expected = VALUE;

  position = 0;
  /** Start of the last string, number or word before `position`: an incomplete record may continue there. */
  tokenStart = 0;
  /** `broken` because the line ends within a string or word. */
  endsInToken = false;
  /** Start and end of the last container closed in this line inside the value. */
  closedFrom = -1;
  closedTo = -1;

  /** One line at a time, without line breaks. */
  scan(text: string, from: number): ScanOutcome {
    this.starts = [];
    this.tokenStart = from;
    this.endsInToken = false;
    this.closedFrom = -1;
    this.closedTo = -1;
    const length = text.length;
    let at = from;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code === 32 || code === 9 || code === 13) {
        at++;
        continue;
      }
      switch (this.expected) {
        case KEY:
        case KEY_OR_END: {
          if (code === CLOSE_BRACE && this.expected === KEY_OR_END) {
            at = this.close(at);
            break;
          }
          if (code !== QUOTE) return this.breakAt(at);
          const end = endOfString(text, at);
          this.tokenStart = at;
          if (end < 0) return this.breakAt(at, true);
          at = end;
          this.expected = COLON;
          continue;
        }
        case COLON:
          if (code !== COLON_SIGN) return this.breakAt(at);
          at++;
          this.expected = VALUE;
          continue;
        case COMMA_OR_END:
          if (code === COMMA) {
            at++;
            this.expected = this.closers[this.closers.length - 1] === CLOSE_BRACE ? KEY : VALUE;
            continue;
          }
          if (code !== this.closers[this.closers.length - 1]) return this.breakAt(at);
          at = this.close(at);
          break;
        default: {
          if (code === OPEN_BRACE || code === OPEN_BRACKET) {
            this.closers.push(code === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET);
            this.starts.push(at);
            at++;
            this.expected = code === OPEN_BRACE ? KEY_OR_END : VALUE_OR_END;
            continue;
          }
          if (code === CLOSE_BRACKET && this.expected === VALUE_OR_END) {
            at = this.close(at);
            break;
          }
          this.tokenStart = at;
          const end = code === QUOTE ? endOfString(text, at) : endOfWord(text, at);
          if (end < 0) return this.breakAt(at, code === QUOTE || endOfLetters(text, at) === length);
          at = end;
          this.expected = COMMA_OR_END;
        }
      }
      if (this.closers.length === 0) {
        this.position = at;
        return 'complete';
      }
    }
    this.position = length;
    return 'open';
  }

  private close(at: number): number {
    this.closers.pop();
    this.closedFrom = this.starts.pop() ?? -1;
    this.closedTo = at + 1;
    this.expected = COMMA_OR_END;
    return at + 1;
  }

  private breakAt(at: number, endsInToken = false): ScanOutcome {
    this.position = at;
    this.endsInToken = endsInToken;
    return 'broken';
  }
}

/** After the closing quote; -1 if the line ends first. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return -1;
}

function endOfWord(text: string, start: number): number {
  const end = endOfLetters(text, start);
  return GOOD_WORD.test(text.slice(start, end)) ? end : -1;
}

function endOfLetters(text: string, start: number): number {
  WORD.lastIndex = start;
  return WORD.test(text) ? WORD.lastIndex : start;
}
