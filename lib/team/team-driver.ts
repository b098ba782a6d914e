import { optional } from '../base/optional';
import { type MemberFile, memberFiles } from './member-view';
import { fileChanged, nothingToPush, type PushSchedule, pushBegins, pushEnds, waitMs } from './push-schedule';
import { meets, type TeamFault, withFaults } from './team-faults';
import type { TeamLine, TeamRequest, TeamSend } from './team-line';
import {
  type BlockedPush,
  difference,
  type Pulled,
  type Pushed,
  pull,
  push,
  type SyncProblem,
  type TeamFiles,
  type TeamMember,
} from './team-sync';

/** Where the server of the team is: in this browser alone, or behind a route of ours. */
export type TeamPlace = 'page' | 'shared';

/** A folder of a team, and whoever keeps it. */
export interface TeamFolder {
  /** Undefined while it belongs to no team. */
  team(): string | undefined;
  files(): TeamFiles;
  member(): TeamMember;
  /** What came of a pull or a push. */
  take(outcome: Pulled | Pushed): void;
}

export interface TeamDriverParts {
  /** Of the server, absolute. */
  readonly address: string;
  readonly member: string;
  readonly folder: TeamFolder;
  place(): TeamPlace;
  send(place: TeamPlace): TeamSend;
  nowMs(): number;
  onChange(): void;
}

/** A member, as a page shows it. */
export interface TeamMemberView {
  /** Undefined if the workspace names no remote repository. */
  readonly team: string | undefined;
  readonly state: 'idle' | 'waiting' | 'pulling' | 'pushing';
  readonly etag?: string;
  readonly blocked?: BlockedPush;
  /** What the next request meets. */
  readonly fault?: TeamFault;
  readonly files: readonly MemberFile[];
  /** The latest last. */
  readonly requests: readonly TeamRequest[];
  readonly problem?: SyncProblem;
}

const MOST_REQUESTS = 50;

/** [U2] Keeps a folder in step with the server of its team: pulls when it is told to, and pushes 2 s after the last change. */
export class TeamDriver {
  private schedule: PushSchedule = nothingToPush;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private working: Promise<unknown> = Promise.resolve();
  private state: 'idle' | 'pulling' | 'pushing' = 'idle';
  private readonly closing = new AbortController();
  private fault: TeamFault | undefined;
  private problem: SyncProblem | undefined;
  private requests: readonly TeamRequest[] = [];

  constructor(private readonly parts: TeamDriverParts) {}

  /** One after another: each builds on what the one before has left. */
  pull(): Promise<void> {
    return this.inTurn('pulling', async (line) => {
      const { folder } = this.parts;
      const outcome = await pull(folder.member(), folder.files(), line);
      this.problem = outcome.type === 'failed' ? { what: outcome.what, advice: outcome.advice } : undefined;
      if (outcome.type === 'pulled') {
        this.noteBrought(Object.keys(outcome.files));
        folder.take(outcome);
      }
      this.look();
    });
  }

  /** Now, whatever is due. */
  push(): Promise<void> {
    this.stopWaiting();
    return this.inTurn('pushing', async (line) => {
      this.schedule = pushBegins(this.schedule);
      const { folder } = this.parts;
      const outcome = await push(folder.member(), folder.files(), line);
      this.problem = outcome.problem;
      folder.take(outcome);
      this.schedule = pushEnds(this.schedule);
      this.wait();
    });
  }

  /** The folder may have changed. What cannot be sent is not waited for. */
  look(): void {
    const { folder, nowMs } = this.parts;
    const member = folder.member();
    const isDue = folder.team() !== undefined && member.blocked === undefined;
    if (!isDue || difference(member, folder.files()).changed.length === 0) {
      this.schedule = { ...this.schedule, dueMs: undefined };
      this.stopWaiting();
    } else {
      this.schedule = fileChanged(this.schedule, nowMs());
      this.wait();
    }
    this.parts.onChange();
  }

  /** The next request that it is about meets it; offline lasts until it is lifted. */
  meet(fault: TeamFault | undefined): void {
    this.fault = fault;
    // What could not be sent meanwhile.
    this.look();
  }

  view(): TeamMemberView {
    const { folder } = this.parts;
    const member = folder.member();
    const isWaiting = this.state === 'idle' && this.schedule.dueMs !== undefined;
    return {
      team: folder.team(),
      state: isWaiting ? 'waiting' : this.state,
      files: folder.team() === undefined ? [] : memberFiles(member, folder.files()),
      requests: this.requests,
      ...optional('etag', member.etag),
      ...optional('blocked', member.blocked),
      ...optional('fault', this.fault),
      ...optional('problem', this.problem),
    };
  }

  close(): void {
    this.closing.abort();
    this.stopWaiting();
  }

  private wait(): void {
    this.stopWaiting();
    const left = this.closing.signal.aborted ? undefined : waitMs(this.schedule, this.parts.nowMs());
    if (left !== undefined) this.timer = setTimeout(() => void this.push(), left);
    this.parts.onChange();
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private inTurn(state: 'pulling' | 'pushing', work: (line: TeamLine) => Promise<void>): Promise<void> {
    const done = this.working.then(async () => {
      const line = this.line();
      if (line === undefined || this.closing.signal.aborted) return;
      this.state = state;
      this.parts.onChange();
      try {
        await work(line);
      } finally {
        this.state = 'idle';
        this.parts.onChange();
      }
    });
    this.working = done.catch(() => undefined);
    return done;
  }

  private line(): TeamLine | undefined {
    const { address, member, folder, place, send, nowMs } = this.parts;
    const team = folder.team();
    if (team === undefined) return undefined;
    return {
      address,
      team,
      member,
      send: withFaults(send(place()), (method) => this.takeFault(method)),
      nowMs,
      signal: this.closing.signal,
      onRequest: (request) => {
        this.requests = [...this.requests, request].slice(-MOST_REQUESTS);
        this.parts.onChange();
      },
    };
  }

  /** The log says what a pull has changed, as it says what a push has sent. */
  private noteBrought(keys: readonly string[]): void {
    const last = this.requests.at(-1);
    if (last?.purpose === 'pull') this.requests = [...this.requests.slice(0, -1), { ...last, keys }];
  }

  private takeFault(method: string): TeamFault | undefined {
    const { fault } = this;
    if (fault === undefined || !meets(fault, method)) return undefined;
    if (fault !== 'offline') this.fault = undefined;
    return fault;
  }
}
