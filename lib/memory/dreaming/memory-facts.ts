import { contentWords } from '../../fidelity/text/content-words';
import { proseSentences } from '../../fidelity/text/sentences';
import type { TextRange } from '../../fidelity/text/text-range';
import type { ReadMemory } from '../files/memory-folder';

/** A sentence of a memory that says something. */
export interface MemoryFact extends TextRange {
  readonly file: string;
  readonly text: string;
}

/** What a memory says beside its facts: when it was said, and how a rule is applied in general. */
const FRAME =
  /^(?:Said by the user on .*|\*\*How to apply:\*\* .*|\*\*Why:\*\* The user asked for it without a reason\.?|#{1,6} .*|\*\*[^*]{1,60}\*\*:?)$/;
const LABEL = /^\*\*(?:Why|How to apply|Rule):\*\*\s*/;
const FEWEST_WORDS = 1;

/** In order. */
export function factsOf({ file, body }: Pick<ReadMemory, 'file' | 'body'>): readonly MemoryFact[] {
  const facts: MemoryFact[] = [];
  for (const { start, end } of proseSentences(body)) {
    const whole = body.slice(start, end);
    const lineStart = body.lastIndexOf('\n', start - 1) + 1;
    if (FRAME.test(whole) || /^\*\*How to apply:\*\*/.test(body.slice(lineStart, start + 1))) continue;
    const text = whole.replace(LABEL, '').trim();
    if (FRAME.test(text) || contentWords(text).length < FEWEST_WORDS) continue;
    facts.push({ file, text, start: end - (whole.length - whole.indexOf(text)), end });
  }
  return facts;
}

const SAID_ON = /^Said by the user on (?:\p{L}+, )?(\d{4}-\d\d-\d\d)\.?$/gmu;

/** When a memory was said, as far as it says so; otherwise when its file was written. */
export function saidMs({ body, mtimeMs }: Pick<ReadMemory, 'body' | 'mtimeMs'>): number {
  const days = [...body.matchAll(SAID_ON)].map(([, day = '']) => Date.parse(day)).filter(Number.isFinite);
  return days.length === 0 ? mtimeMs : Math.max(...days);
}

/** Which of two was said later; on the same day the time of the file decides. */
export function isNewer(a: ReadMemory, b: ReadMemory): boolean {
  return saidMs(a) - saidMs(b) > DAY_MS / 2 || (Math.abs(saidMs(a) - saidMs(b)) <= DAY_MS / 2 && a.mtimeMs > b.mtimeMs);
}

const DAY_MS = 86_400_000;

/** Without one of its facts; undefined if nothing is left that says something. */
export function withoutFact(memory: ReadMemory, { start, end }: TextRange): string | undefined {
  const { body, file } = memory;
  const left = `${body.slice(0, start).replace(/(?:^|\n)(?:[-*+] |\*\*(?:Why|Rule):\*\*\s*)$/, '\n')}${body.slice(end)}`;
  const tidy = left
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return factsOf({ file, body: tidy }).length === 0 ? undefined : tidy;
}

/** With facts that it does not have yet, in front of what is beside them. */
export function withFacts(body: string, facts: readonly string[]): string {
  if (facts.length === 0) return body;
  const added = facts.join('\n');
  const at = body.search(SAID_LINE);
  return at === -1 ? `${body.trimEnd()}\n${added}` : `${body.slice(0, at).trimEnd()}\n${added}\n\n${body.slice(at)}`;
}

const SAID_LINE = /^Said by the user on /m;
