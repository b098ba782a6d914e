import { optional } from '../../base/optional';
import type { RecordedHook, Transcript } from '../../transcript/transcript';
import { firstCallFrom } from './stretches';

/** [H3] A hook that ran, and where it stands in the recording. */
export interface PlacedHook extends Pick<RecordedHook, 'event' | 'name' | 'command' | 'exit' | 'tookMs'> {
  /** The message with its output, or the last one before it. Missing if there are none. */
  readonly message?: number;
  /** The next call; the number of calls if there is none. */
  readonly call: number;
  readonly line: number;
  /** The model saw its output. */
  readonly isSent: boolean;
  /** It blocked what it was about. */
  readonly isBlock: boolean;
}

/** In the order of the file. */
export function placedHooks(transcript: Transcript): readonly PlacedHook[] {
  const { hooks = [], messages } = transcript;
  if (hooks.length === 0) return [];
  const byId = new Map(messages.map(({ id }, index) => [id, index]));
  return hooks.map(({ event, name, command, exit, tookMs, at, line, messageId, blocks }) => {
    const said = messageId === undefined ? undefined : byId.get(messageId);
    const before = messages.length === 0 ? undefined : Math.min(Math.max(0, at - 1), messages.length - 1);
    return {
      event,
      ...optional('name', name),
      ...optional('command', command),
      ...optional('exit', exit),
      ...optional('tookMs', tookMs),
      ...optional('message', said ?? before),
      call: firstCallFrom(transcript, at),
      line,
      isSent: messageId !== undefined,
      isBlock: blocks !== undefined,
    };
  });
}
