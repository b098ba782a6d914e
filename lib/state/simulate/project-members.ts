/** A stored session, as far as its project is concerned. */
export interface ProjectMember {
  readonly id: string;
  readonly title: string;
  readonly workingDirectory?: string | undefined;
  readonly recordedAtMs?: number | undefined;
  readonly calls: number;
}

/** [J1] The sessions of the same working directory, oldest first: those before a session, and those after it. */
export function sameProject(
  id: string,
  all: readonly ProjectMember[],
): { readonly earlier: readonly ProjectMember[]; readonly later: readonly ProjectMember[] } {
  const own = all.find((session) => session.id === id);
  if (own?.workingDirectory === undefined) return { earlier: [], later: [] };
  const others = all
    .filter((session) => session.id !== id && session.workingDirectory === own.workingDirectory)
    .sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1));
  return {
    earlier: others.filter((session) => startOf(session) < startOf(own)),
    later: others.filter((session) => startOf(session) >= startOf(own)),
  };
}

/** Without a time, nothing says that it was before another. */
function startOf({ recordedAtMs }: ProjectMember): number {
  return recordedAtMs ?? Number.MAX_SAFE_INTEGER;
}
