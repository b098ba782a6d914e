import { Refusal } from '../../lib/base/failure';
import { importFiles } from '../../lib/importers/import-files';
import {
  type ReplayChoice,
  type ReplayFigures,
  replay as replayTranscript,
  type Transcript,
} from '../../lib/library/index';
import { filesToImport } from '../command-line/file-source';

export * from '../../lib/library/index';
export { policies, policyById } from '../../lib/policies/index';
export type { Policy } from '../../lib/policies/shape/policy';

/** The sessions in a file, or in all files of a folder. Throws a `Refusal` for a file that cannot be read. */
export async function readSessions(path: string): Promise<readonly Transcript[]> {
  const sessions: Transcript[] = [];
  for await (const imported of importFiles(await filesToImport([path]))) {
    if (imported.type === 'failed') {
      const { what, advice } = imported.failure.problem ?? { what: `Reading "${path}" was cancelled.`, advice: '' };
      throw new Refusal(what, advice);
    }
    if (imported.type === 'imported') sessions.push(...imported.file.transcripts);
  }
  return sessions;
}

/** A session under a policy, with layers of your own. */
export async function replay(session: Transcript | string, choice?: ReplayChoice): Promise<ReplayFigures> {
  if (typeof session !== 'string') return replayTranscript(session, choice);
  const sessions = await readSessions(session);
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) {
    const found = only === undefined ? 'no session' : `${sessions.length} sessions`;
    throw new Refusal(`"${session}" holds ${found}.`, 'Read it with readSessions, and replay each session.');
  }
  return replayTranscript(only, choice);
}
