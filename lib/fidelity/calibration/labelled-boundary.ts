import { TextHash } from '../../base/hash';

/** A compaction of which a person has said what a score should report. */
export interface LabelledBoundary {
  readonly name: string;
  /** Scores are tuned on one part, and only measured on the other. */
  readonly set: LabelSet;
  readonly source: MadeUpBoundary | RecordedBoundary;
  /**
   * Everything that should be reported, and nothing else. In a made-up session as text; in a recording as
   * `hash@message.part`, with the place where it was labelled.
   */
  readonly labels: readonly string[];
}

export type LabelSet = 'tune' | 'measure';

/** In the text notation of transcripts. */
export interface MadeUpBoundary {
  readonly type: 'made-up';
  /** What is removed. */
  readonly left: readonly string[];
  readonly summary: string;
  /** What follows. */
  readonly after: readonly string[];
}

export interface RecordedBoundary {
  readonly type: 'recording';
  /** In the folder of recordings. */
  readonly file: string;
  /** A recorded compaction, counted from 0; or a call before which everything is removed without a summary. */
  readonly at: { readonly boundary: number } | { readonly call: number };
}

const HASH_LENGTH = 16;

/** A label without its words. */
export function hashedLabel(text: string): string {
  return new TextHash().add(text).digest().slice(0, HASH_LENGTH);
}

/** Whether a label means a text. */
export function isLabelOf({ source }: LabelledBoundary, label: string, text: string): boolean {
  return source.type === 'made-up' ? label === text : label.split('@', 1)[0] === hashedLabel(text);
}
