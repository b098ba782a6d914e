import type { Message, Part, Transcript } from '../transcript/transcript';
import { type AnchoredWeights, anchor } from './anchored';
import { calibrate } from './calibrated';
import { chars4Message, chars4Part } from './chars4';
import type { CounterId } from './counter-error';
import { roughMessage, roughPart } from './rough';

/** Counts messages of one run: those of its transcript and those that a policy made. */
export interface MessageCounter {
  messageTokens(message: Message): number;
  partTokens(part: Part): number;
}

export interface Counter {
  readonly id: CounterId;
  readonly title: string;
  readonly explains: string;
  /** Missing if a count requires a request to the provider. */
  for?(transcript: Transcript): MessageCounter;
}

/** [T9] The counters a policy may decide with. */
export const counters: Readonly<Record<CounterId, Counter>> = {
  rough: {
    id: 'rough',
    title: 'Rough',
    explains: 'Four bytes a token, 2,000 tokens for an image or a document.',
    for: () => ({ messageTokens: roughMessage, partTokens: roughPart }),
  },
  chars4: {
    id: 'chars4',
    title: 'Characters / 4',
    explains: 'A quarter of the characters of the message as JSON.',
    for: () => ({ messageTokens: chars4Message, partTokens: chars4Part }),
  },
  calibrated: {
    id: 'calibrated',
    title: 'Calibrated',
    explains: 'Tokens per byte for each kind of text, fitted on the usage that this session records.',
    for: (transcript) => {
      const calibration = calibrate(transcript);
      return {
        messageTokens: (message) => calibration.messageTokens(message),
        partTokens: (part) => calibration.partTokens(part),
      };
    },
  },
  anchored: {
    id: 'anchored',
    title: 'Anchored',
    explains: 'The recorded usage, shared among what was added between two calls.',
    for: anchoredCounter,
  },
  exact: {
    id: 'exact',
    title: 'Exact',
    explains: 'Counted by the provider, on request.',
  },
};

/** Content that is not in the recording, such as a policy's summary, is counted by the calibrated counter. */
function anchoredCounter(transcript: Transcript): MessageCounter {
  const calibration = calibrate(transcript);
  const measured = tokensOfParts(transcript, anchor(transcript, calibration));
  return {
    messageTokens: (message) =>
      message.parts.reduce(
        (sum, part, index) => sum + (measured.get(part) ?? calibration.partTokens(part, index === 0)),
        0,
      ),
    partTokens: (part) => measured.get(part) ?? calibration.partTokens(part),
  };
}

function tokensOfParts(transcript: Transcript, { parts, whenAdded }: AnchoredWeights): Map<Part, number> {
  const tokens = new Map<Part, number>();
  transcript.messages.forEach((message, index) => {
    message.parts.forEach((part, place) => {
      tokens.set(part, whenAdded[(parts.start[index] ?? 0) + place] ?? 0);
    });
  });
  return tokens;
}
