import { beginMember, type TeamMember, unblocked } from '../../team/team-sync';
import type { EntryOf, FileChange, RunSetup } from '../journal/entry';
import { isTeamPath, teamFilesIn, teamIn } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';

/** [U2] What a run knows of the server of its team: as its entries left it. */
export class LiveTeam {
  member: TeamMember;

  constructor(
    private readonly files: Workspace,
    known: RunSetup['team'],
  ) {
    this.member = beginMember(teamFilesIn(files), known);
  }

  /** What the team is called; undefined if the workspace names no remote repository. */
  get name(): string | undefined {
    return teamIn(this.files);
  }

  take({ member }: EntryOf<'team'>): void {
    this.member = member;
  }

  /** [U3] A deleted file may be what the server has refused. */
  changed(files: readonly FileChange[]): void {
    if (files.some(({ path, text }) => text === null && isTeamPath(path))) this.member = unblocked(this.member);
  }
}
