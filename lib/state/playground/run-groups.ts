import type { StoredProject } from '../../storage/stored-project';
import type { StoredRun } from '../../storage/stored-run';

export interface RunGroup {
  /** Undefined for runs from before there were projects. */
  readonly project: StoredProject | undefined;
  /** The latest session first. */
  readonly runs: readonly StoredRun[];
}

/** The project with the latest activity first; runs without one last. Without runs, a project has its home folder. */
export function runGroups(projects: readonly StoredProject[], runs: readonly StoredRun[]): readonly RunGroup[] {
  const groups = projects.map((project) => ({
    project,
    runs: runs.filter((run) => run.project?.id === project.id).sort((a, b) => sessionOf(b) - sessionOf(a)),
  }));
  const known = new Set(projects.map(({ id }) => id));
  const others = runs.filter(({ project }) => project === undefined || !known.has(project.id));
  const sorted = groups.sort((a, b) => activityOf(b) - activityOf(a));
  return others.length === 0 ? sorted : [...sorted, { project: undefined, runs: others }];
}

function sessionOf({ project }: StoredRun): number {
  return project?.session ?? 0;
}

function activityOf({ project, runs }: RunGroup): number {
  return Math.max(project?.beganMs ?? 0, ...runs.map(({ changedMs }) => changedMs));
}
