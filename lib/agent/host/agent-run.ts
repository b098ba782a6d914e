import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import { type Entry, type EntryOf, emptyToolState, type RunSetup, type ToolState } from '../journal/entry';
import { afterCompaction } from '../run/after-compaction';
import { childEntry } from '../run/agent-child';
import { keepNewest } from '../run/keep-newest';
import type { RunSurroundings } from '../run/live-context';
import { LiveConversation } from '../run/live-conversation';
import type { Workspace } from '../tools/workspace';
import { ChatLog } from '../view/chat-log';
import type { FileEntry } from '../view/run-view';

/** Everything that the entries of a run have produced so far. */
export class AgentRun {
  readonly entries: Entry[];
  readonly run: LiveConversation;
  readonly log: ChatLog;
  desk: ToolState = emptyToolState;
  /** [J2] By task: what was seen is copied when it starts. */
  readonly taskDesks = new Map<string, ToolState>();
  /** [O4] The chat of each agent, by its id. */
  readonly agentLogs = new Map<string, ChatLog>();
  private readonly agentCompactions = new Map<string, number>();
  /** The latest prepared calls: those are what a viewer looks at, and the others would have to be rebuilt. */
  readonly steps = new Map<number, ReplayedCall>();
  /** How far the clock of the run is ahead of the host's. */
  passedMs: number;
  /** A new list whenever a file changes. */
  files: readonly FileEntry[] = [];

  private constructor(
    readonly begun: EntryOf<'begun'>,
    surroundings: RunSurroundings,
  ) {
    this.entries = [begun];
    this.run = new LiveConversation(begun, surroundings);
    this.log = new ChatLog(this.run);
    this.passedMs = begun.setup.passedMs ?? 0;
  }

  static of([begun, ...others]: readonly Entry[], surroundings: RunSurroundings): AgentRun {
    if (begun?.type !== 'begun') throw new Error('The first entry of a run is its beginning');
    const state = new AgentRun(begun, surroundings);
    for (const entry of others) state.take(entry);
    state.listFiles();
    return state;
  }

  get workspace(): Workspace {
    return this.run.files;
  }

  get setup(): RunSetup {
    return this.begun.setup;
  }

  /** When it began and changed for the user, whose clock did not move. */
  get hostTimes(): { readonly began: number; readonly changed: number } {
    const { begun, passedMs } = this;
    const last = this.entries.at(-1) ?? begun;
    const changed = last.timeMs - passedMs + (last.type === 'waited' ? last.ms : 0);
    return { began: begun.timeMs - (begun.setup.passedMs ?? 0), changed };
  }

  apply(entry: Entry): void {
    this.take(entry);
    if ('files' in entry && entry.files.length > 0) this.listFiles();
  }

  private take(entry: Entry): void {
    const { compactions } = this.run;
    this.run.apply(entry);
    this.entries.push(entry);
    if (entry.type === 'waited') this.passedMs += entry.ms;
    if (entry.type === 'results') this.desk = entry.desk;
    if (entry.type === 'task-results') this.taskDesks.set(entry.task, entry.desk);
    for (const id of this.run.memory.open) if (!this.taskDesks.has(id)) this.taskDesks.set(id, this.desk);
    this.addAgents(entry);
    if (this.run.compactions > compactions) this.desk = afterCompaction(this.desk, this.run.context);
    this.log.add(entry);
    keepNewest(this.steps, this.run.lastStep?.call, this.run.lastStep);
  }

  /** [O4] What was seen is copied to a fork; any other agent has seen nothing. */
  private addAgents(entry: Entry): void {
    for (const { start, run } of this.run.agents.all.slice(this.agentLogs.size)) {
      this.taskDesks.set(start.id, start.isFork ? this.desk : emptyToolState);
      const log = new ChatLog(run);
      log.add({ type: 'prompt', timeMs: start.timeMs, text: start.prompt });
      this.agentLogs.set(start.id, log);
    }
    const id = 'task' in entry ? entry.task : undefined;
    const child = id === undefined ? undefined : this.run.agents.named(id);
    if (child === undefined || id === undefined) return;
    const own = childEntry(entry);
    if (own !== undefined) this.agentLogs.get(id)?.add(own);
    const lost = child.run.compactions - (this.agentCompactions.get(id) ?? 0);
    this.agentCompactions.set(id, child.run.compactions);
    const desk = this.taskDesks.get(id);
    if (lost > 0 && desk !== undefined) this.taskDesks.set(id, afterCompaction(desk, child.run.context));
  }

  private listFiles(): void {
    const { files } = this.setup;
    this.files = this.workspace.list().map((path) => {
      const text = this.workspace.read(path) ?? '';
      const modifiedMs = this.workspace.modifiedMs(path);
      return {
        path,
        characters: text.length,
        modifiedMs,
        isChanged: !Object.hasOwn(files, path) || files[path] !== text,
      };
    });
  }
}
