import type { TextRange } from '../text/text-range';

/** A paragraph of a text: lines without an empty one between them. */
interface Paragraph extends TextRange {
  readonly text: string;
}

/** `FAIL`, `ERROR pool:`, `2031-04-02T10:11:12`, `src/a.c:12:3:`, `at run (a.ts:3)`, `make: ***`, `{"level":` */
const LOG =
  /^\W{0,4}(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|FAIL(?:ED)?|PASS(?:ED)?|RUN)\b|(?:[A-Z]\w*)?(?:[Ee]rror|Exception|[Ww]arning):\s|Traceback\b|File "|at \S+ ?\(|make(?:\[\d+\])?: \*|npm (?:ERR|WARN))|^\s*\S+\.\w{1,5}:\d+[:)]|^(?:\{"|\[\{)|^\s*[⏺⎿✓✗✘●│├└]|^\s*(?:\d+ +)?[-+]{1,3} {2,}\S|^> \S+@\d|^[$❯%] \S|^(?:---|===) ?[A-Z]|^\s*\(use "|^(?:nothing to commit|no changes added to commit|On branch )/;
/** “fine. Error: quota exceeded: …” */
const ERROR_WITHIN = /\b(?:[A-Z]\w{0,40})?(?:Error|Exception|Warning): (?=\S)/;
const CODE =
  /[;{}]\s*$|=>|\(\);?\s*$|^\s*(?:\/\/|\/\*|\*\/|#!|#include\b|@\w+[(\s]|<\/?\w[^>]*>\s*$)|^\s*(?:import|export|const|let|var|def|class|function|return|static|public|private|package|from)\s+[\w{*"'.]+\s*(?:[=({:;,]|from\b|import\b)/;
const TABLE = /^\s*\|.*\|\s*$/;
const QUOTE = /^\s*>/;

/** `High severity`, `[medium]`, `P1`, `Nit:` on a line of its own, or before a remark. */
const VERDICT =
  /^\W{0,4}(?:\[(?:low|medium|high|critical|minor|major|nit|p[0-4])\]|(?:low|medium|high|critical|minor|major)(?:[ -](?:severity|priority|risk))?\W{0,3}$|(?:severity|priority|location|file|line)\s?:|nit(?:pick)?:)/i;
/** `on src/a.ts 245`, `src/a.ts:12-14` on a line of its own. */
const LOCATION = /^\W{0,4}(?:(?:on|in|at|file)\s)?[\w./\\-]+\.\w{1,5}(?:[ :#]+(?:line )?L?\d+(?:[-–]L?\d+)?)\W{0,2}$/i;
/** What follows is somebody else's. */
const INTRODUCES =
  /\b(?:reviews?|reviewers?|comments?|feedback|bots?|linters?|docs?|documentation|readme|e?mails?|articles?|logs?|output|messages?|errors?|tickets?|issues?|specs?|plan|says?|said|wrote|writes|warns)\b[^\n:]{0,40}:\s*$/i;
const PLAN_BEFORE =
  /\b(?:implement|execute|follow|work on|carry out|continue with)\b[^\n]{0,30}\b(?:plan|spec\w*|design|document)\b[^\n]{0,30}:?\s*$/i;
const OPENS = /^(?:"""|'''|```|~~~|>|["“„«「])/;
const HEADING = /^#{1,6} \S/m;
/** A paragraph in which the user speaks. */
const SPEAKS =
  /\b(?:I|I'm|I’m|I'd|I’d|I'll|we|my|our|please|pls|plz|thanks|you|u|let's|lets|any ideas?|any suggestions?|what|why|how|ok(?:ay)?)\b/i;
/** `"""`, and long quotations. The user's own words in quotation marks are rarely a sentence. */
const BLOCK = /"""[\s\S]{0,20000}?(?:"""|$)|'''[\s\S]{0,20000}?(?:'''|$)/g;
const QUOTATION =
  /"[^"\n]{12,2000}"|“[^“”\n]{12,2000}”|«[^«»\n]{12,2000}»|„[^„“”\n]{12,2000}[“”]|「[^「」\n]{6,2000}」/g;
/** `I said "never push"`: one's own words. */
const OWN = /\b(?:I|we)(?:'ve|’ve| have)? (?:already |just )?(?:said|told|asked|wrote|meant?)\b[^"“«„「]{0,30}$/i;
const MOST_WORDS_OF_A_NAME = 3;
const MOST_LINES = 40;
/** What a line is shows at its beginning. */
const LONGEST_LINE = 300;

/** [K4] What the user pasted: logs, code, quotations, reviews, documents. In order; they may overlap. */
export function pastedRanges(text: string): readonly TextRange[] {
  return [...blocks(text), ...pastedLines(text), ...foreignParagraphs(text)].sort((a, b) => a.start - b.start);
}

function* blocks(text: string): Generator<TextRange> {
  for (const { 0: found, index } of text.matchAll(BLOCK)) yield { start: index, end: index + found.length };
  for (const { 0: found, index } of text.matchAll(QUOTATION)) {
    const isName = found.trim().split(/\s+/).length <= MOST_WORDS_OF_A_NAME && !/[「«]/.test(found);
    if (isName || OWN.test(text.slice(Math.max(0, index - 80), index))) continue;
    yield { start: index, end: index + found.length };
  }
}

function* pastedLines(text: string): Generator<TextRange> {
  for (const { text: line, start: index } of linesOf(text)) {
    const shown = line.slice(0, LONGEST_LINE);
    if (LOG.test(shown) || CODE.test(shown) || TABLE.test(shown) || QUOTE.test(shown)) {
      yield { start: index, end: index + line.length };
      continue;
    }
    const error = ERROR_WITHIN.exec(line)?.index;
    if (error !== undefined) yield { start: index + error, end: index + line.length };
  }
}

/** From a verdict or an introduction up to the paragraph in which the user speaks again. */
function* foreignParagraphs(text: string): Generator<TextRange> {
  let isForeign = false;
  let before: Paragraph | undefined;
  for (const paragraph of paragraphsOf(text)) {
    if (isForeign && PLAN_BEFORE.test(endOf(before)) && HEADING.test(paragraph.text)) {
      yield { start: paragraph.start, end: text.length };
      return;
    }
    const lines = paragraph.text.split('\n', MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
    const isVerdict = lines.some((line) => VERDICT.test(line) || LOCATION.test(line));
    // Its title is above the verdict, its remarks below.
    if (isVerdict && before !== undefined && !SPEAKS.test(before.text)) yield before;
    isForeign = isVerdict || (isForeign && (INTRODUCES.test(endOf(before)) || !SPEAKS.test(paragraph.text)));
    if (isForeign) yield paragraph;
    const introduction = lines.findIndex((line) => INTRODUCES.test(line));
    if (introduction !== -1 && !isForeign) {
      const introduced = paragraph.text.split('\n', introduction + 1).join('\n').length;
      const next = paragraph.text.slice(introduced).trimStart();
      // A block has its own end.
      if (OPENS.test(next)) {
        before = paragraph;
        continue;
      }
      if (introduced < paragraph.text.length) yield { start: paragraph.start + introduced, end: paragraph.end };
      isForeign = true;
    }
    before = paragraph;
  }
}

function endOf(paragraph: Paragraph | undefined): string {
  return paragraph?.text.slice(-LONGEST_LINE) ?? '';
}

function paragraphsOf(text: string): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let start: number | undefined;
  let end = 0;
  for (const line of linesOf(text)) {
    const isEmpty = line.end < text.length && line.text.trim() === '';
    if (start !== undefined && (isEmpty || line.start > end + 1)) {
      paragraphs.push({ text: text.slice(start, end), start, end });
      start = undefined;
    }
    start ??= line.start;
    end = line.end;
  }
  if (start !== undefined) paragraphs.push({ text: text.slice(start, end), start, end });
  return paragraphs;
}

/** Lines with something in them. A pattern for a line of any length may exceed the stack. */
function* linesOf(text: string): Generator<Paragraph> {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    if (end > start) yield { text: text.slice(start, end), start, end };
    start = end + 1;
  }
}
