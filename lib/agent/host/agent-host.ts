import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { ok, type Result } from '../../base/result';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry } from '../journal/entry';
import type { Need } from '../journal/need';
import type { NewEntry, OwnEntry } from '../journal/new-entry';
import { keepNewest } from '../run/keep-newest';
import type { RunSurroundings } from '../run/live-run';
import { waitingFits } from '../run/waiting-fits';
import type { RunStatus } from '../view/run-view';
import { beforeAnything, type MeetingParts, meetNeed } from './meet-need';
import { RunState } from './run-state';

/** Where the entries of one run are written down. */
export interface RunJournal {
  append(place: number, entry: Entry): Promise<Result<void, Failure>>;
  /** The first so many count; the others can still be brought back. */
  cut(length: number): Promise<Result<void, Failure>>;
}

export interface HostParts extends MeetingParts {
  readonly journal: RunJournal;
  readonly surroundings: RunSurroundings;
  /** Something is other than it was. Told very often. */
  onChange(): void;
}

/** How far a run goes on by itself: only what the user chose is written down; what layers ask is answered too; to its end. */
type Reach = 'entries' | 'forks' | 'turns';

/**
 * Drives a run: sees what it needs, does it, and writes it down before the next thing begins. What the user does meanwhile
 * waits for the next place where it fits.
 */
export class AgentHost {
  state: RunState;
  status: RunStatus = { type: 'idle' };
  /** The newest turns that were asked for. */
  readonly requests = new Map<number, ModelRequest>();
  private waitingEntries: readonly OwnEntry[] = [];
  /** How many entries are in the journal. Fewer than there are where it could not be written to. */
  private saved: number;
  private reach: Reach = 'entries';
  private driving: Promise<void> | undefined;
  private stopping = new AbortController();
  private gaveWayAtMs = 0;

  constructor(
    private readonly parts: HostParts,
    entries: readonly Entry[],
    /** What was undone, and can be done again. */
    private cutOff: readonly Entry[] = [],
  ) {
    this.state = RunState.of(entries, parts.surroundings);
    this.saved = entries.length;
    this.rest();
  }

  get waiting(): readonly OwnEntry[] {
    return this.waitingEntries;
  }

  get isResting(): boolean {
    return this.driving === undefined;
  }

  get canUndo(): boolean {
    return this.state.entries.some(({ type }) => type === 'prompt');
  }

  get canRedo(): boolean {
    return this.cutOff.length > 0;
  }

  private get isSaved(): boolean {
    return this.saved === this.state.entries.length;
  }

  /** Taken up at once, or before the next call. A prompt sets the run going, a command has only itself done. */
  enter(entry: OwnEntry): Promise<void> {
    this.waitingEntries = [...this.waitingEntries, entry];
    this.parts.onChange();
    return this.drive(reachOf(entry));
  }

  /** What was left off, also where a limit was reached. */
  async goOn(): Promise<void> {
    if (this.driving === undefined && this.status.type === 'help') {
      await this.enter({ type: 'limits', limits: this.state.run.limits });
    }
    await this.drive('turns');
  }

  /** At once. What was under way is in the journal as far as it came. */
  async stop(): Promise<void> {
    if (this.driving === undefined) return;
    this.stopping.abort();
    await this.driving;
  }

  /** Takes back the last prompt and all that came of it. */
  async undo(): Promise<Result<void, Failure>> {
    await this.stop();
    const at = this.state.entries.findLastIndex(({ type }) => type === 'prompt');
    return at === -1 ? ok(undefined) : this.cutTo(at);
  }

  /** Up to the next prompt that was taken back. */
  async redo(): Promise<Result<void, Failure>> {
    await this.stop();
    const next = this.cutOff.findIndex(({ type }, place) => place > 0 && type === 'prompt');
    return this.cutTo(this.state.entries.length + (next === -1 ? this.cutOff.length : next));
  }

  private async cutTo(wanted: number): Promise<Result<void, Failure>> {
    // What never came into the journal cannot come back from there.
    const all = [...this.state.entries.slice(0, this.saved), ...this.cutOff];
    const length = Math.min(wanted, all.length);
    const cut = await this.parts.journal.cut(length);
    if (!cut.ok) return cut;
    this.state = RunState.of(all.slice(0, length), this.parts.surroundings);
    this.cutOff = all.slice(length);
    this.requests.clear();
    this.saved = length;
    this.waitingEntries = [];
    this.rest();
    return cut;
  }

  private async drive(reach: Reach): Promise<void> {
    if (REACHES.indexOf(reach) > REACHES.indexOf(this.reach)) this.reach = reach;
    this.driving ??= this.steps().finally(() => {
      this.driving = undefined;
      this.reach = 'entries';
      this.rest();
    });
    await this.driving;
    // What came in between the last look and the end. What waits through a stop waits for the user.
    const [next] = this.waitingEntries;
    if (next === undefined || this.driving !== undefined || this.stopping.signal.aborted) return;
    if (this.isSaved && waitingFits(next.type, this.state.run.need.type)) await this.drive(reachOf(next));
  }

  private async steps(): Promise<void> {
    this.stopping = new AbortController();
    // Writing down comes first, and takes a moment.
    if (this.reach === 'turns') this.show({ type: 'asking', call: this.state.run.calls.length, ...beforeAnything });
    else this.parts.onChange();
    const { signal } = this.stopping;
    try {
      for (;;) {
        if (!(await this.save()) || !(await this.takeWaiting(signal))) return;
        if (signal.aborted) {
          await this.write({ type: 'stopped' });
          return;
        }
        const entry = await this.meet(this.state.run.need, signal);
        if (entry === undefined || !(await this.write(entry))) return;
        if (entry.type === 'stopped' || entry.type === 'problem') return;
        await this.giveWay();
      }
    } catch (error) {
      await this.recover(error);
    }
  }

  /** What the run needs, done. Nothing where that is not for us, or not now. */
  private async meet(need: Need, signal: AbortSignal): Promise<NewEntry | undefined> {
    if (need.type === 'prompt' || need.type === 'help') return undefined;
    if (this.reach === 'entries' || (this.reach === 'forks' && need.type !== 'fork')) return undefined;
    if (need.type === 'reply') keepNewest(this.requests, this.state.run.calls.length, need.request);
    return meetNeed(need, this.state, { ...this.parts, signal, show: (status) => this.show(status) });
  }

  /** Whether all that fits now was taken up and written down. */
  private async takeWaiting(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const [next, ...others] = this.waitingEntries;
      if (next === undefined || !waitingFits(next.type, this.state.run.need.type)) break;
      this.waitingEntries = others;
      if (!(await this.write(next))) return false;
    }
    return true;
  }

  /** Taken up first, so that what came is seen and not lost where the store has no place for it. */
  private async write(entry: NewEntry): Promise<boolean> {
    this.state.apply({ ...entry, timeMs: this.parts.nowMs() });
    this.cutOff = [];
    this.parts.onChange();
    return this.save();
  }

  private async save(): Promise<boolean> {
    for (const entry of this.state.entries.slice(this.saved)) {
      const written = await this.parts.journal.append(this.saved, entry);
      if (!written.ok) {
        this.status = { type: 'unsaved', ...written.error };
        return false;
      }
      this.saved += 1;
    }
    return true;
  }

  /** A mistake of ours: what is written down is whole, and what was made of the newest entry may not be. */
  private async recover(error: unknown): Promise<void> {
    this.state = RunState.of(this.state.entries.slice(0, this.saved), this.parts.surroundings);
    await this.write({
      type: 'problem',
      what: `Internal error in Highwater: ${error instanceof Error ? error.message : String(error)}`,
      advice: 'Nothing stored was lost. Continue, or undo the last prompt and rephrase it.',
    });
  }

  private rest(): void {
    const { need } = this.state.run;
    if (this.isSaved) this.status = restingStatus(need);
    if (need.type === 'help') this.state.log.addHelp(need.why, this.parts.nowMs());
    this.parts.onChange();
  }

  private show(status: RunStatus): void {
    this.status = status;
    this.parts.onChange();
  }

  /** Else a run that never waits for anything would keep the user's own words from coming in. */
  private async giveWay(): Promise<void> {
    const nowMs = this.parts.nowMs();
    if (nowMs - this.gaveWayAtMs < GIVE_WAY_EVERY_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.gaveWayAtMs = this.parts.nowMs();
  }
}

const REACHES: readonly Reach[] = ['entries', 'forks', 'turns'];
const GIVE_WAY_EVERY_MS = 20;

/** A prompt sets the run going. A command has itself done, and no more. */
function reachOf({ type }: OwnEntry): Reach {
  if (type === 'prompt') return 'turns';
  return type === 'command' ? 'forks' : 'entries';
}

function restingStatus(need: Need): RunStatus {
  switch (need.type) {
    case 'prompt':
      return { type: 'idle' };
    case 'help':
      return need;
    case 'reply':
    case 'fork':
    case 'results':
      return { type: 'resting' };
    default:
      return assertNever(need);
  }
}
