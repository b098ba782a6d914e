import { assertNever } from '../../base/assert-never';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import { rulesAtCut } from '../../fidelity/rules/rule-fates';
import type { SessionRules } from '../../fidelity/rules/session-rules';
import type { Cut, LeftPart } from '../../fidelity/values/cut';
import type { ValueIndex } from '../../fidelity/values/value-index';
import { askedRules } from '../../judge/asked-rules';
import { makeProbes } from '../../judge/make-probes';
import { type OwnQuestion, withOwnQuestions } from '../../judge/own-question';
import { maskText } from '../../masking/mask-text';
import { maskTranscript } from '../../masking/mask-transcript';
import type { Message, Transcript } from '../../transcript/transcript';
import type { JudgeMaterial } from './compaction-messages';

export interface JudgeWishes {
  readonly own?: readonly OwnQuestion[] | undefined;
  /** [K4] */
  readonly ruleEdits?: readonly RuleEdit[];
}

/**
 * The questions, and the summaries that should answer them, ready to leave the machine. Questions are made from masked
 * parts, so that none has a secret as its answer.
 */
export function judgeMaterial(
  transcript: Transcript,
  index: ValueIndex,
  cut: Cut,
  summaries: readonly string[],
  { own = [], ruleEdits = [] }: JudgeWishes = {},
): JudgeMaterial {
  const next = nextReply(transcript.messages, cut.later);
  const messages = [...new Set(cut.left.map(({ message }) => message)), ...(next === undefined ? [] : [next])];
  const { masked, counts } = maskedMessages(transcript, messages);
  const left = cut.left.flatMap((each) => maskedPart(each, masked) ?? []);
  const texts = summaries.map(maskText);
  const questions = own.map(({ question, expected }) => ({
    question: maskText(question),
    expected: maskText(expected),
  }));
  const asked = questions.map(({ question, expected }) => ({ question: question.text, expected: expected.text }));
  const rules = askedRules(maskedRules(transcript, { ...cut, left }, ruleEdits));
  const typed = questions.flatMap(({ question, expected }) => [question, expected]);
  return {
    probes: withOwnQuestions(makeProbes(index, { ...cut, left }, next && masked.get(next), { rules }), asked),
    summaries: texts.map(({ text }) => text),
    secretsMasked:
      Object.values(counts).reduce((sum, count) => sum + count, 0) +
      [...texts, ...typed].reduce((sum, { found }) => sum + found.length, 0),
  };
}

function maskedMessages(transcript: Transcript, messages: readonly Message[]) {
  const { title: _, ...untitled } = transcript;
  const { transcript: safe, counts } = maskTranscript({
    ...untitled,
    system: [],
    tools: [],
    messages,
    events: [],
    warnings: [],
    children: [],
  });
  return { masked: new Map(messages.map((message, place) => [message, safe.messages[place]])), counts };
}

/** [K4] The rules that are scored there. They are found in masked prompts, where an edit names them by masked words. */
function maskedRules(transcript: Transcript, cut: Cut, edits: readonly RuleEdit[]): SessionRules {
  const prompts = transcript.messages.slice(0, cut.later.from).filter(({ kind }) => kind === 'prompt');
  const { masked } = maskedMessages(transcript, prompts);
  const messages = transcript.messages.map((message) => masked.get(message) ?? message);
  return rulesAtCut(messages, cut, edits.map(maskedEdit));
}

function maskedEdit(edit: RuleEdit): RuleEdit {
  switch (edit.type) {
    case 'added':
      return { ...edit, text: maskText(edit.text).text };
    case 'corrected':
      return { ...edit, found: maskText(edit.found).text, text: maskText(edit.text).text };
    case 'confirmed':
    case 'removed':
      return { ...edit, found: maskText(edit.found).text };
    default:
      return assertNever(edit);
  }
}

/** A part that differs from its recorded message is not sent. */
function maskedPart(each: LeftPart, masked: ReadonlyMap<Message, Message | undefined>): LeftPart | undefined {
  const message = masked.get(each.message);
  const part = message?.parts[each.message.parts.indexOf(each.part)];
  return message === undefined || part === undefined ? undefined : { ...each, message, part };
}

/**
 * How the recording continued. Its own compaction is not a step of the work, and a new request of the user cannot be
 * known from the removed messages.
 */
function nextReply(messages: readonly Message[], { from, isSent }: Cut['later']): Message | undefined {
  const next = messages.find(
    ({ role, kind }, message) => message >= from && isSent(message) && (role === 'assistant' || kind === 'prompt'),
  );
  return next?.role === 'assistant' ? next : undefined;
}
