import { cutAtCall } from '../../lib/fidelity/scores/cut-at-call';
import { scoreSummary } from '../../lib/fidelity/scores/score-summary';
import { partTexts } from '../../lib/fidelity/text/part-texts';
import { ValueIndex } from '../../lib/fidelity/values/value-index';
import { importFile } from '../../lib/importers/import-file';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { offlineSummary } from '../../lib/summarizers/offline/offline-summary';
import { roughText } from '../../lib/tokens/rough';
import type { Message, Transcript } from '../../lib/transcript/transcript';

const SUMMARY_TOKENS = 5_000;

/** A session of which this many tokens are cut and scored. */
export interface ScoredSession {
  /** Of all texts of the session. */
  readonly characters: number;
  /** The baseline. */
  parse(): void;
  /** Everything that a first score takes: the index of the whole session, and the score of the cut. */
  indexAndScore(): void;
}

export async function scoredSession(text: string, tokens: number): Promise<ScoredSession> {
  const file = new Blob([text]);
  const read = await importFile({ name: 'scored.jsonl', size: file.size, stream: () => file.stream() });
  const recorded = read.ok ? read.value.transcripts[0] : undefined;
  if (recorded === undefined) throw new Error('The session to be scored cannot be imported');
  // Without its own compaction: otherwise no cut would be large enough.
  const transcript: Transcript = { ...recorded, boundaries: [] };
  const material = replayMaterial(transcript);
  const call = firstCallBehind(transcript, tokens);
  const messages = [...new Set(cutAtCall(material, call, []).left.map(({ message }) => message))];
  const summary = offlineSummary({ messages, maxTokens: SUMMARY_TOKENS, countTokens: roughText });
  return {
    characters: sum(transcript.messages.map(charactersOf)),
    parse: () => {
      for (const line of text.trimEnd().split('\n')) JSON.parse(line);
    },
    indexAndScore: () => scoreSummary(material, indexOf(transcript.messages), { call, summary }),
  };
}

function firstCallBehind({ messages, calls }: Transcript, tokens: number): number {
  let before = 0;
  const last = messages.findIndex((message) => {
    before += sum(textsOf(message).map(roughText));
    return before >= tokens;
  });
  const call = calls.findIndex(({ at }) => last !== -1 && at > last);
  if (call === -1) throw new Error(`The session to be scored has ${before} tokens, and not ${tokens}`);
  return call;
}

function charactersOf(message: Message): number {
  return sum(textsOf(message).map(({ length }) => length));
}

function textsOf({ parts }: Message): readonly string[] {
  return parts.flatMap((part) => [...partTexts(part)]);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function indexOf(messages: readonly Message[]): ValueIndex {
  const work = ValueIndex.of(messages);
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
