import type { Message, Part } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { Cut, LeftPart } from '../values/cut';
import { ValueIndex } from '../values/value-index';

export function indexOf(messages: readonly Message[]): ValueIndex {
  const work = ValueIndex.of(messages);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

interface CutText {
  /** The removed messages, and the messages after them. */
  readonly left: readonly string[];
  readonly after?: readonly string[];
  /** The replacement. */
  readonly summary?: string;
  /** Number of latest messages that stay. */
  readonly keeps?: number;
  /** Recorded content that the run does not send, by index of the message. */
  readonly unsent?: readonly number[];
}

/** A context of which only the latest messages stay. */
export function cutFromText({ left, after = [], summary = '', keeps = 0, unsent = [] }: CutText) {
  const from = transcriptFromText(left.join('\n')).messages.length;
  const { messages } = transcriptFromText([...left, '---', ...after].join('\n'));
  const placed = messages.slice(0, from).flatMap((message, index) =>
    message.parts.map((part, place): LeftPart & { readonly place: { message: number; part: number } } => ({
      message,
      part,
      place: { message: index, part: place },
    })),
  );
  const isKept = (message: number) => message >= from - keeps;
  const made: readonly Part[] = [{ kind: 'text', text: summary }];
  const cut: Cut = {
    left: placed.filter(({ place }) => !isKept(place.message)),
    stays: placed.filter(({ place }) => isKept(place.message)).map(({ place }) => place),
    made,
    later: { from, isSent: (message) => !unsent.includes(message) },
  };
  return { index: indexOf(messages), cut };
}
