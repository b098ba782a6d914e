import type { Message } from '../../transcript/transcript';
import { emptyFolder, type MemoryFolder } from '../files/memory-folder';
import type { Project } from './project-sessions';
import { replaySession, type SessionReplay } from './replay-session';
import { type UsedAcross, usedAcross } from './used-across';

export interface ProjectReplay {
  readonly sessions: readonly SessionReplay[];
  /** After the last session. */
  readonly folder: MemoryFolder;
  readonly used: readonly UsedAcross[];
}

/** What later sessions of a project would have known: extraction and recall over its recordings, oldest first. */
export function replayProject({ root, sessions }: Project): ProjectReplay {
  const owner = new Map<string, number>();
  for (const [session, { transcript }] of sessions.entries()) {
    for (const message of transcript.messages) {
      const key = keyOf(message);
      if (key !== undefined && !owner.has(key)) owner.set(key, session);
    }
  }
  // A resumed session starts with a copy of the former one.
  const isCopy = (session: number, message: Message) => {
    const first = owner.get(keyOf(message) ?? '');
    return first !== undefined && first < session;
  };
  let folder = emptyFolder(root);
  const replays = sessions.map(({ transcript }, session) => {
    const replay = replaySession(transcript, folder, (message) => isCopy(session, message));
    folder = replay.folder;
    return replay;
  });
  const transcripts = sessions.map(({ transcript }) => transcript);
  return { sessions: replays, folder, used: usedAcross(transcripts, replays, isCopy) };
}

/** Ids of other formats are numbers: only with the time are they those of one message. */
function keyOf({ id, timeMs }: Message): string | undefined {
  return timeMs === undefined ? undefined : `${id} ${timeMs}`;
}
