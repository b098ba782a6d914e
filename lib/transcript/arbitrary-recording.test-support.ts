import fc from 'fast-check';
import type { Transcript } from './transcript';
import { transcriptFromText } from './transcript-from-text';

const KINDS = ['user', 'injected', 'reply', 'reply', 'reply', 'image', 'full', 'micro', 'rewind', 'summary'];
const SAYING = ['said', 'said', 'answer'];
/** What its prompts say. */
export const saidSentences = [
  'Never commit without asking me first.',
  'Please fix the date parser, and never commit without asking.',
  'I am a data scientist, new to Rust.',
  'The deploy freeze for the payments service starts on Thursday.',
  'Is the payments service ready for the deploy freeze?',
  'Bugs of the ingest pipeline are tracked in the Linear project INGEST.',
  'Look at the ingest pipeline: which bugs are tracked?',
  'Always run the slow integration tests before you say that you are done.',
];

/**
 * Generated recordings for property tests: any order of lines, usage that may contradict the content, boundaries
 * anywhere.
 */
export const arbitraryRecording: fc.Arbitrary<Transcript> = textOf(KINDS).map(recordingFrom);

/** With prompts that say something, and replies that end a turn. */
export const arbitraryRecordingText: fc.Arbitrary<RecordingText> = textOf([...KINDS, ...SAYING, ...SAYING]);
export const arbitraryConversation: fc.Arbitrary<Transcript> = arbitraryRecordingText.map(recordingFrom);

/** In the text notation, which a person can read and shorten. */
export interface RecordingText {
  readonly text: string;
  readonly systemInFile: Transcript['systemInFile'];
}

export function recordingFrom({ text, systemInFile }: RecordingText): Transcript {
  return transcriptFromText(text, { systemInFile });
}

function textOf(kinds: readonly string[]): fc.Arbitrary<RecordingText> {
  return fc
    .tuple(
      fc.array(arbitraryStep(kinds), { minLength: 1, maxLength: 60 }),
      fc.constantFrom('all' as const, 'some' as const, 'none' as const),
      fc.boolean(),
    )
    .map(([steps, systemInFile, hasSystem]) => {
      const state: State = { messages: 0, calls: 0, tokens: 0, isReplyOpen: false };
      const lines = steps.flatMap((step) => linesOf(step, state));
      return { text: [...(hasSystem ? ['system 900 tokens'] : []), ...lines].join('\n'), systemInFile };
    });
}

interface State {
  messages: number;
  calls: number;
  /** All messages so far, including dropped ones. */
  tokens: number;
  isReplyOpen: boolean;
}

type Step = readonly [kind: string, size: number, other: number];

function arbitraryStep(kinds: readonly string[]): fc.Arbitrary<Step> {
  return fc.tuple(fc.constantFrom(...kinds), fc.nat(5_000), fc.nat(99));
}

/** Messages are separate, so that their numbers are known here. */
function linesOf([kind, size, other]: Step, state: State): string[] {
  const message = (line: string) => {
    state.messages += 1;
    return ['---', line];
  };
  switch (kind) {
    case 'reply': {
      const id = state.calls;
      state.calls += 1;
      const thought = other % 3 === 0 ? ['thinking hidden'] : other % 3 === 1 ? [`thinking ${size % 400} tokens`] : [];
      // Every fourth contradicts the content; the others are plausible counts.
      const sent = other % 4 === 3 ? size * other : 2_000 + Math.round(state.tokens * (1 + (other % 5) / 20));
      const usage = other % 4 === 0 ? [] : [`usage ${sent} output ${other * 3}${other % 7 === 0 ? ' partial' : ''}`];
      state.tokens += other % 13 === 0 ? 0 : size;
      const media = other % 11 === 0 ? ['image 640x480'] : [];
      return [
        ...message(thought[0] ?? 'assistant "well"'),
        `call #${id} Read a.ts`,
        ...usage,
        ...(other % 13 === 0 ? [] : [...message(`result #${id} ${size} tokens`), ...media]),
      ];
    }
    case 'said':
      state.tokens += 12;
      return message(`user "${saidSentences[other % saidSentences.length] ?? ''}"`);
    case 'answer':
      state.calls += 1;
      state.tokens += 3;
      return message('assistant "That is done."');
    case 'image':
      return message(`image ${100 + size}x${100 + other}`);
    case 'full': {
      const kept =
        state.messages > 2 && other % 2 === 0 ? ` keep m${other % state.messages} m${size % state.messages}` : '';
      return [`boundary full auto ${size}${kept}${other % 5 === 0 ? ' before-summary' : ''}`];
    }
    case 'micro':
      return state.calls === 0 ? [] : [`boundary micro #${other % state.calls} #${size % state.calls}`];
    case 'rewind':
      return [`rewind ${Math.min(state.messages, other % 4)}`];
    default:
      state.tokens += size;
      return message(`${kind} ${size} tokens`);
  }
}
