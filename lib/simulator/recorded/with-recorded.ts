import type { ContextMessage } from '../../layers/shape/context';
import type { MessageId } from '../../transcript/transcript';
import { type FeedListener, RecordingFeed } from './recording-feed';
import type { ReplayMaterial } from './replay-material';

interface Stretch {
  /** Counted in messages of the recording. */
  readonly from: number;
  readonly to: number;
  /** Including what the recording's own compactions added. */
  readonly isFollowing: boolean;
}

const nobody: FeedListener = {
  entered: () => undefined,
  rewound: () => undefined,
  compacted: () => undefined,
  lost: () => undefined,
};

/** A context, followed by what the recording has between two positions. Rewinds of the user apply to it too. */
export function withRecorded(
  context: readonly ContextMessage[],
  material: ReplayMaterial,
  { from, to, isFollowing }: Stretch,
): readonly ContextMessage[] {
  let messages = [...context];
  const past = new RecordingFeed(material, nobody, isFollowing);
  past.moveTo(from);
  let isCut = false;
  const feed = past.clone({
    ...nobody,
    entered: (message) => messages.push(message),
    // What comes after a compaction at the end does not apply to what was compacted.
    compacted: ({ kind, at }) => {
      isCut ||= kind === 'full' && at === to;
    },
    rewound: (dropped: ReadonlySet<MessageId>) => {
      if (!isCut) messages = messages.filter(({ message }) => !dropped.has(message.id));
    },
  });
  feed.moveTo(to);
  return messages;
}
