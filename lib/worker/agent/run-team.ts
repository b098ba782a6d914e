import type { RunHost } from '../../agent/host/run-host';
import type { FileChange } from '../../agent/journal/entry';
import type { NewEntry } from '../../agent/journal/new-entry';
import { isTeamPath, TEAM_ROOT, teamFilesIn } from '../../agent/tools/memory-files';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import { TeamDriver, type TeamFolder, type TeamMemberView, type TeamPlace } from '../../team/team-driver';
import type { TeamSend } from '../../team/team-line';
import { type LeftOut, type Pulled, type Pushed, type TeamMember, unblocked } from '../../team/team-sync';

/** What a run needs to reach the server of its team. */
export interface TeamParts {
  readonly address: string;
  send(place: TeamPlace): TeamSend;
}

export interface RunTeamParts extends TeamParts {
  readonly host: RunHost;
  /** It has just begun. */
  readonly isNewSession: boolean;
  place(): TeamPlace;
  nowMs(): number;
  onChange(): void;
}

/** Longer a first prompt does not wait for what the team has. */
const LONGEST_READY_MS = 1_500;

/**
 * [U2] The folder of the team of an open run. A session begins with a pull, then the folder is watched. What a pull or a
 * push has changed is an entry of the run: what it knows of the server is what its entries say, also after an undo.
 */
export class RunTeam implements TeamFolder {
  readonly driver: TeamDriver;
  /** Resolves once the session has what the team has, or does not wait for it any longer. */
  ready: Promise<void> = Promise.resolve();
  /** Ahead of the entries while one of them waits until it fits. */
  private known: TeamMember;
  /** What each of those entries changes. */
  private waiting: readonly (readonly FileChange[])[] = [];
  private shown: TeamMemberView | undefined;
  private state: unknown;
  private entries = 0;
  private name: string | undefined;

  constructor(private readonly parts: RunTeamParts) {
    const { host, address, nowMs, onChange } = parts;
    this.known = host.state.run.team.member;
    this.state = host.state;
    this.entries = host.state.entries.length;
    this.driver = new TeamDriver({
      address,
      member: 'you',
      folder: this,
      place: parts.place,
      send: parts.send,
      nowMs,
      onChange: () => {
        this.shown = undefined;
        onChange();
      },
    });
    this.name = this.team();
    if (this.name === undefined) return;
    if (parts.isNewSession) this.begin();
    else this.driver.look();
  }

  team(): string | undefined {
    return this.parts.host.state.run.team.name;
  }

  /** With what was pulled and waits until it fits: else the text from before would be pushed over it. */
  files(): ReadonlyMap<string, string> {
    const files = new Map(teamFilesIn(this.parts.host.state.workspace));
    for (const { path, text } of this.waiting.flat())
      if (text !== null) files.set(path.slice(TEAM_ROOT.length + 1), text);
    return files;
  }

  member(): TeamMember {
    return this.known;
  }

  take(outcome: Pulled | Pushed): void {
    const { host } = this.parts;
    const fits = outcome.type === 'pulled' ? this.fitting(outcome) : { ...outcome, files: [] };
    const before = host.state.run.team.member;
    this.known = fits.member;
    const isNews =
      fits.files.length > 0 ||
      (outcome.type === 'pulled' && fits.left.length > 0) ||
      !isSameValue(fits.member.agreed, before.agreed) ||
      !isSameValue(fits.member.blocked, before.blocked);
    if (!isNews) return;
    const { member, left, files } = fits;
    const entry: Extract<NewEntry, { type: 'team' }> =
      outcome.type === 'pulled'
        ? { type: 'team', did: 'pulled', member, keys: keysOf(files), contested: outcome.replaced, left, files }
        : {
            type: 'team',
            did: 'pushed',
            member,
            keys: outcome.keys,
            contested: outcome.overwritten,
            left,
            ...optional('problem', outcome.problem?.what),
            files,
          };
    this.waiting = [...this.waiting, files];
    void host.enter(entry);
  }

  /** Called on every change of the run, very often. */
  changed(): void {
    const { state } = this.parts.host;
    if (state === this.state && state.entries.length === this.entries) return;
    const isOther = state !== this.state;
    // Undone or redone: what is known of the server is what the entries say.
    if (isOther) this.known = state.run.team.member;
    const added = isOther ? [] : state.entries.slice(this.entries);
    this.waiting = isOther ? [] : this.waiting.slice(added.filter(({ type }) => type === 'team').length);
    this.shown = undefined;
    this.state = state;
    this.entries = state.entries.length;
    const changes = added.flatMap((entry): readonly FileChange[] =>
      'files' in entry && entry.type !== 'recalled' && entry.type !== 'team' ? (entry.files ?? []) : [],
    );
    if (changes.some(({ path, text }) => text === null && isTeamPath(path))) this.known = unblocked(this.known);
    const before = this.name;
    this.name = this.team();
    if (this.name !== undefined && this.name !== before) this.begin();
    else if (isOther || changes.some(({ path }) => isTeamPath(path))) this.driver.look();
  }

  view(): TeamMemberView {
    this.shown ??= this.driver.view();
    return this.shown;
  }

  close(): void {
    this.driver.close();
  }

  /** [U2] With a pull; a session that is told to begin anew may push again. */
  private begin(): void {
    this.known = unblocked(this.known);
    this.ready = Promise.race([this.driver.pull(), after(LONGEST_READY_MS)]);
  }

  /** What the files of the run have no room for is not taken over. */
  private fitting(outcome: Pulled) {
    const tried = this.parts.host.state.workspace.copy();
    const files: FileChange[] = [];
    const left: LeftOut[] = [...outcome.left];
    const agreed = { ...outcome.member.agreed };
    for (const [key, text] of Object.entries(outcome.files)) {
      const path = `${TEAM_ROOT}/${key}`;
      const written = tried.write(path, text);
      if (written.ok) files.push({ path, text });
      else {
        delete agreed[key];
        left.push({ key, why: `was not taken over: it ${written.error.replace(/\.$/, '')}` });
      }
    }
    return { member: { ...outcome.member, agreed }, files, left };
  }
}

function keysOf(files: readonly FileChange[]): readonly string[] {
  return files.map(({ path }) => path.slice(TEAM_ROOT.length + 1));
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
