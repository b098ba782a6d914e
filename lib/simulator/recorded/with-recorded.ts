import type { ContextMessage } from '../../layers/shape/context';
import type { MessageId } from '../../transcript/transcript';
import { type FeedListener, RecordingFeed } from './recording-feed';
import type { ReplayMaterial } from './replay-material';

interface Stretch {
  /** In messages of the recording. */
  readonly from: number;
  readonly to: number;
  /** With what the recording's own compactions put there. */
  readonly isFollowing: boolean;
}

const nobody: FeedListener = {
  entered: () => undefined,
  rewound: () => undefined,
  compacted: () => undefined,
  lost: () => undefined,
};

/** A context, and behind it what the recording has between two positions. Where the user went back there, it goes back too. */
export function withRecorded(
  context: readonly ContextMessage[],
  material: ReplayMaterial,
  { from, to, isFollowing }: Stretch,
): readonly ContextMessage[] {
  let messages = [...context];
  const past = new RecordingFeed(material, nobody, isFollowing);
  past.moveTo(from);
  const feed = past.clone({
    ...nobody,
    entered: (message) => messages.push(message),
    rewound: (dropped: ReadonlySet<MessageId>) => {
      messages = messages.filter(({ message }) => !dropped.has(message.id));
    },
  });
  feed.moveTo(to);
  return messages;
}
