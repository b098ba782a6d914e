import type { Transcript } from '../../transcript/transcript';
import { projectRoot } from '../files/memory-path';

/** A recording and the name of its file. */
export interface ProjectSession {
  readonly name: string;
  /** The folder of the file. */
  readonly folder: string;
  readonly transcript: Transcript;
}

/** Sessions of one working directory share a memory. */
export interface Project {
  /** That of the files, if the recordings do not say. */
  readonly directory: string;
  readonly root: string;
  /** Oldest first; those without times last, in the given order. */
  readonly sessions: readonly ProjectSession[];
}

export function projectsOf(sessions: readonly ProjectSession[]): readonly Project[] {
  const projects = new Map<string, ProjectSession[]>();
  for (const session of sessions) {
    const directory = session.transcript.workingDirectory ?? session.folder;
    const project = projects.get(directory);
    if (project === undefined) projects.set(directory, [session]);
    else project.push(session);
  }
  return [...projects].map(([directory, own]) => ({
    directory,
    root: projectRoot(directory),
    sessions: [...own].sort((a, b) => startOf(a) - startOf(b)),
  }));
}

function startOf({ transcript }: ProjectSession): number {
  return transcript.messages.find(({ timeMs }) => timeMs !== undefined)?.timeMs ?? Number.MAX_SAFE_INTEGER;
}
