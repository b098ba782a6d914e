interface LineHandlers {
  /** `isUnfinished`: the text ended without a line break. */
  line(text: string, line: number, isUnfinished: boolean): void;
  tooLong(line: number, length: number): void;
}

/** Of lines without anything in them, one after the other: more say no more, and a small bomb has billions. */
const MOST_EMPTY_LINES = 1_000;
const LINE_BREAK = 10;

/**
 * Splits text that arrives in chunks into lines, at `\n` only: U+2028 and the like may appear unescaped in JSON strings.
 *
 * Only the new chunk is searched, and the parts of a line are joined once. Appending each chunk to the previous rest
 * would copy a line of a hundred megabytes thousands of times.
 */
export class LineCutter {
  private parts: string[] = [];
  private length = 0;
  private line = 1;
  private emptyLines = 0;

  constructor(
    private readonly maxLength: number,
    private readonly handlers: LineHandlers,
  ) {}

  add(text: string): void {
    let start = 0;
    for (;;) {
      if (this.emptyLines >= MOST_EMPTY_LINES && this.length === 0) start = this.passEmptyLines(text, start);
      const end = text.indexOf('\n', start);
      if (end < 0) break;
      this.push(text.slice(start, end));
      this.finish(false);
      start = end + 1;
    }
    if (start < text.length) this.push(start === 0 ? text : text.slice(start));
  }

  private passEmptyLines(text: string, from: number): number {
    let start = from;
    while (text.charCodeAt(start) === LINE_BREAK) start += 1;
    this.line += start - from;
    return start;
  }

  end(): void {
    if (this.length > 0) this.finish(true);
  }

  private push(part: string): void {
    this.length += part.length;
    if (this.length > this.maxLength) this.parts = [];
    else this.parts.push(part);
  }

  private finish(isUnfinished: boolean): void {
    const { parts, length, line } = this;
    this.parts = [];
    this.length = 0;
    this.line = line + 1;
    this.emptyLines = length === 0 ? this.emptyLines + 1 : 0;
    if (length > this.maxLength) this.handlers.tooLong(line, length);
    else this.handlers.line(parts.length === 1 ? (parts[0] ?? '') : parts.join(''), line, isUnfinished);
  }
}
