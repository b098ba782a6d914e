import type { Cut, LeftPart } from '../../fidelity/values/cut';
import type { ValueIndex } from '../../fidelity/values/value-index';
import { makeProbes } from '../../judge/make-probes';
import { type OwnQuestion, withOwnQuestions } from '../../judge/own-question';
import { maskText } from '../../masking/mask-text';
import { maskTranscript } from '../../masking/mask-transcript';
import type { Message, Transcript } from '../../transcript/transcript';
import type { JudgeMaterial } from './compaction-messages';

/**
 * The questions, and the summaries that should answer them, ready to leave the machine. Questions are made from masked
 * parts, so that none has a secret as its answer.
 */
export function judgeMaterial(
  transcript: Transcript,
  index: ValueIndex,
  cut: Cut,
  summaries: readonly string[],
  own: readonly OwnQuestion[] = [],
): JudgeMaterial {
  const next = nextReply(transcript.messages, cut.later);
  const messages = [...new Set(cut.left.map(({ message }) => message)), ...(next === undefined ? [] : [next])];
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
  const masked = new Map(messages.map((message, place) => [message, safe.messages[place]]));
  const left = cut.left.flatMap((each) => maskedPart(each, masked) ?? []);
  const texts = summaries.map(maskText);
  const questions = own.map(({ question, expected }) => ({
    question: maskText(question),
    expected: maskText(expected),
  }));
  const asked = questions.map(({ question, expected }) => ({ question: question.text, expected: expected.text }));
  const typed = questions.flatMap(({ question, expected }) => [question, expected]);
  return {
    probes: withOwnQuestions(makeProbes(index, { ...cut, left }, next && masked.get(next)), asked),
    summaries: texts.map(({ text }) => text),
    secretsMasked:
      Object.values(counts).reduce((sum, count) => sum + count, 0) +
      [...texts, ...typed].reduce((sum, { found }) => sum + found.length, 0),
  };
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
