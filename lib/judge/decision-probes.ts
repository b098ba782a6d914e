import { supersededValues } from '../fidelity/scores/superseded-values';
import { sentences } from '../fidelity/text/sentences';
import type { Cut } from '../fidelity/values/cut';
import { RemainingParts } from '../fidelity/values/held-parts';
import type { ValueIndex } from '../fidelity/values/value-index';
import type { Message } from '../transcript/transcript';
import type { AskedRules } from './asked-rules';
import type { ProbeText } from './probe';
import { excerpt, listText } from './probe-text';

const MAX_RULES = 12;
const RULE_CHARACTERS = 240;
const VALUE_CHARACTERS = 120;
/** Longer messages are logs and code. */
const LONGEST_TEXT = 20_000;
const REASON = /^(.{24,240}?[^\s\p{Pd}:,;(])[,;]?\s+because\s+(.{12,300})$/isu;
/** For scripts without spaces between words. */
const REASON_ELSEWHERE = /^(.{8,120}?)[，、]?因为(.{4,160})$/s;

/** What was decided, and why. */
export function decisionProbes(
  index: ValueIndex,
  cut: Cut,
  messages: readonly Message[],
  asked: AskedRules,
): readonly ProbeText[] {
  return [rules(asked), replacedValue(index, cut), reason(messages, asked)].flatMap((probe) => probe ?? []);
}

/** [K4] What the user said about the rules is certain, and comes before what was only found. */
function rules({ rules: given }: AskedRules): ProbeText | undefined {
  const latest = [...given].reverse();
  const edited = latest.filter(({ origin }) => origin !== 'found');
  const found = latest.filter(({ origin }) => origin === 'found');
  const texts = [...edited, ...found].map(({ text }) => excerpt(text, RULE_CHARACTERS));
  if (texts.length === 0) return undefined;
  return {
    topic: 'rules',
    question: 'Which standing rules and limits has the user set for this work?',
    expected: `The user said${edited.length === 0 ? ', newest first' : ''}: ${listText(texts, MAX_RULES)}`,
  };
}

/** [K6] The latest. */
function replacedValue(index: ValueIndex, cut: Cut): ProbeText | undefined {
  const change = supersededValues(cut, new RemainingParts(index, { stays: [], made: [] })).at(-1);
  if (change === undefined) return undefined;
  const [old, now] = [excerpt(change.old, VALUE_CHARACTERS), excerpt(change.now, VALUE_CHARACTERS)];
  return {
    topic: 'replaced-value',
    question:
      change.key === undefined
        ? `What replaced “${old}”?`
        : `What is the current value of “${excerpt(change.key, VALUE_CHARACTERS)}”?`,
    expected: `${now}. It is no longer ${old}.`,
  };
}

/** The latest reason given explicitly. */
function reason(messages: readonly Message[], asked: AskedRules): ProbeText | undefined {
  const texts = textsOf(messages, ({ kind }) => kind === 'prompt' || kind === 'reply');
  for (const text of texts.reverse()) {
    for (const { start, end } of [...sentences(text)].reverse()) {
      const sentence = text.slice(start, end);
      // Questions about rules must not contain them.
      if (asked.isSaidIn(sentence)) continue;
      const [, what = '', why = ''] = REASON.exec(sentence) ?? REASON_ELSEWHERE.exec(sentence) ?? [];
      if (why !== '') return { topic: 'reason', question: `The conversation says: “${what}”. Why?`, expected: why };
    }
  }
  return undefined;
}

function textsOf(messages: readonly Message[], isMeant: (message: Message) => boolean): string[] {
  return messages
    .filter(isMeant)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text.slice(0, LONGEST_TEXT)] : [])));
}
