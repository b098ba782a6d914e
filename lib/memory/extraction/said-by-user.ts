import { pastedRanges } from '../../fidelity/rules/pasted-text';
import { proseSentences } from '../../fidelity/text/sentences';
import type { TextRange } from '../../fidelity/text/text-range';
import { maskText } from '../../masking/mask-text';
import { isReminder } from '../../transcript/reminder';
import type { Message } from '../../transcript/transcript';

/** A sentence in a prompt, in the user's own words. */
export interface UserSentence extends TextRange {
  /** Without secrets. */
  readonly text: string;
  readonly message: number;
  readonly part: number;
}

const LONGEST_SENTENCE = 500;
/** A longer prompt is a document: what it asks for belongs to the task. */
const LONGEST_PROMPT = 4_000;

/** Without reminders, logs, code and quotations. */
export function* userSentences(messages: readonly Message[], wanted: Iterable<number>): Generator<UserSentence> {
  for (const message of wanted) {
    const { kind, role, parts } = messages[message] ?? { kind: 'injected', role: 'user', parts: [] };
    if (kind !== 'prompt' || role !== 'user') continue;
    for (const [part, { kind: partKind, ...rest }] of parts.entries()) {
      if (partKind !== 'text' || !('text' in rest) || rest.text === undefined) continue;
      if (rest.text.length > LONGEST_PROMPT || isReminder(rest.text)) continue;
      for (const range of sentencesIn(rest.text)) {
        yield { ...range, text: maskText(range.text).text, message, part };
      }
    }
  }
}

function* sentencesIn(text: string): Generator<TextRange & { readonly text: string }> {
  const pasted = pastedRanges(text);
  const isPasted = ({ start, end }: TextRange) =>
    pasted.some((range) => Math.min(end, range.end) - Math.max(start, range.start) >= (end - start) / 2);
  let open: TextRange | undefined;
  for (const range of proseSentences(text)) {
    const joined: TextRange = open === undefined ? range : { start: open.start, end: range.end };
    // What follows a semicolon is about the same.
    if (text[range.end - 1] === ';') {
      open = joined;
      continue;
    }
    open = undefined;
    if (joined.end - joined.start > LONGEST_SENTENCE || isPasted(joined)) continue;
    yield { ...joined, text: text.slice(joined.start, joined.end) };
  }
  if (open !== undefined) yield { ...open, text: text.slice(open.start, open.end) };
}
