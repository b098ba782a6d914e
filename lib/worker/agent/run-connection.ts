import { type HostedRun, type HostParts, RunHost } from '../../agent/host/run-host';
import type { Entry, FileChange } from '../../agent/journal/entry';
import { modelIdOf } from '../../agent/journal/model-id';
import { withoutSecrets } from '../../agent/tools/memory-files';
import { Workspace } from '../../agent/tools/workspace';
import { workspacePath } from '../../agent/tools/workspace-path';
import type { TriedHook } from '../../agent/view/hooks-view';
import { parseLine } from '../../agent/view/parse-line';
import { rememberPrompt } from '../../agent/view/remember-prompt';
import type { Pace } from '../../agent/view/run-view';
import type { Providers } from '../../agent/view/who-answers';
import type { ApiKeys } from '../../api/asker/model-asker';
import { assertNever } from '../../base/assert-never';
import { type Failure, Refusal } from '../../base/failure';
import { fail, ok, type Result } from '../../base/result';
import { sentence } from '../../base/sentence';
import { providerOf } from '../../economics/model-provider';
import { extractionOf } from '../../layers/bound-layer';
import { findMessage } from '../../simulator/commands/find-message';
import { resolveCommand } from '../../simulator/commands/parse-command';
import type { StoredRun } from '../../storage/stored-run';
import type { TeamPlace } from '../../team/team-driver';
import type { MessageId } from '../../transcript/transcript';
import type { KeptVersion } from '../project/home-mirror';
import { keptWords } from '../project/kept-words';
import type { ActAnswer, AgentUpdate, RunAct } from './agent-messages';
import { RunContexts } from './run-contexts';
import type { RunNews } from './run-news';
import { RunTeam, type TeamParts } from './run-team';
import { RunTelling } from './run-telling';

/** The list shows the progress of a run, which need not be exact while it continues. */
const LIST_EVERY_MS = 5_000;

const DONE: ActAnswer = { type: 'done' };

export interface RunConnectionParts {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly cutOff: readonly Entry[];
  readonly notKept: Failure | undefined;
  readonly host: Omit<HostParts, 'onChange' | 'provider'>;
  readonly controls: RunControls;
  /** For other tabs that watch. */
  readonly news: RunNews;
  report(update: AgentUpdate): void;
  /** [U2] Undefined where teams cannot be reached. */
  readonly team?: TeamParts | undefined;
  readonly isNewSession?: boolean;
  /** What was undone, and stays in the project. Since it was asked last. */
  takeKept?(): readonly KeptVersion[];
  /** Adds it to the list of runs. */
  list(run: StoredRun): void;
}

/** User settings that are not part of the run. */
export interface RunControls {
  pace: Pace;
  /** In memory only. */
  keys: ApiKeys;
  providers: Providers;
  /** [U2] */
  teamPlace?: TeamPlace | undefined;
}

/** An open run in this tab, or one that another tab drives. */
export interface OpenedRun {
  readonly host: HostedRun;
  readonly contexts: RunContexts;
  act(act: RunAct): Promise<ActAnswer>;
  /** [H] Missing where another tab runs it. */
  tryHook?(hook: string, signal: AbortSignal): Promise<TriedHook>;
  close(): Promise<void>;
}

/** An open run: what the page is told about it, and what the page does to it. */
export class RunConnection implements OpenedRun {
  readonly host: RunHost;
  readonly contexts: RunContexts;
  private readonly team: RunTeam | undefined;
  private readonly telling: RunTelling | undefined;
  private listed: { readonly text: string; readonly atMs: number } | undefined;

  constructor(private readonly parts: RunConnectionParts) {
    const { id, notKept, host, entries, cutOff, controls, report } = parts;
    const { surroundings, nowMs } = host;
    const driving = {
      ...host,
      onChange: () => this.changed(),
      provider: (model: string) => controls.providers[providerOf(model)],
    };
    this.host = new RunHost(driving, entries, cutOff);
    this.contexts = new RunContexts(this.host, surroundings);
    this.team =
      parts.team &&
      new RunTeam({
        ...parts.team,
        host: this.host,
        nowMs,
        isNewSession: parts.isNewSession === true,
        place: () => controls.teamPlace ?? 'page',
        onChange: () => this.telling?.soon(),
      });
    const team = () => this.team?.view();
    const told = { id, host: this.host, surroundings, notKept, nowMs, pace: () => controls.pace, report, team };
    this.telling = new RunTelling(told, () => this.told());
    parts.news.onAsked(() => this.spread());
    this.changed();
    this.spread();
  }

  /** Work in progress is stopped, and requested again when the run is reopened. */
  async close(): Promise<void> {
    this.team?.close();
    await this.host.halt();
    this.telling?.now();
    this.parts.news.close();
  }

  async tryHook(hook: string, signal: AbortSignal): Promise<TriedHook> {
    const { deleted } = this.host;
    if (deleted !== undefined) throw new Refusal(deleted.what, deleted.advice);
    return this.host.tryHook(hook, signal);
  }

  /** Elsewhere; undefined once it is there again. */
  deleted(why: Failure | undefined): void {
    if (why === undefined) void this.host.takeUp();
    else void this.host.giveUp(why);
  }

  async act(act: RunAct): Promise<ActAnswer> {
    const { host } = this;
    const { deleted } = host;
    if (deleted !== undefined && !goesOnWithoutStore(act)) return refused(`${deleted.what} ${deleted.advice}`);
    switch (act.type) {
      case 'say':
        return this.say(act.text);
      case 'say-later':
        void host.enterLater(act.text);
        return DONE;
      case 'go-on':
        void host.goOn();
        return DONE;
      case 'stop':
        await this.stop();
        return DONE;
      case 'end-task':
        await host.endTask(act.id);
        return DONE;
      case 'undo-dream':
        return this.undoDream(act.id);
      case 'undo':
        return host.canUndo ? this.undo() : refused('Nothing to undo.');
      case 'redo':
        return host.canRedo ? answerOf(await host.redo()) : refused('Nothing to redo.');
      case 'policy':
      case 'model':
      case 'limits':
      case 'own-setup':
      case 'sections':
      case 'permitted':
      case 'hook-settings':
        void host.enter(act);
        return DONE;
      case 'files':
        return this.changeFiles(act.files);
      case 'reset-files':
        return this.changeFiles(this.changesToBeginning());
      case 'pace':
        this.parts.controls.pace = act.pace;
        this.changed();
        return DONE;
      case 'team-place':
        this.parts.controls.teamPlace = act.place;
        void this.team?.driver.pull();
        return DONE;
      case 'team-sync':
        void this.team?.driver[act.does]();
        return DONE;
      case 'team-fault':
        this.team?.driver.meet(act.fault);
        return DONE;
      case 'keys':
        this.parts.controls.keys = act.keys;
        this.parts.controls.providers = act.providers;
        return DONE;
      case 'approve':
        void host.approve();
        return DONE;
      default:
        return assertNever(act);
    }
  }

  /** A run that is stopped for deletion must not reappear in the list because of a late update. */
  private async stop(): Promise<void> {
    await this.host.stop();
    this.telling?.now();
  }

  private async undo(): Promise<ActAnswer> {
    const answer = answerOf(await this.host.undo());
    const kept = this.parts.takeKept?.() ?? [];
    return answer.type === 'done' && kept.length > 0 ? { type: 'said', what: keptWords(kept) } : answer;
  }

  private async say(text: string): Promise<ActAnswer> {
    const line = parseLine(text);
    if (!line.ok) return refused(sentence(line.error));
    switch (line.value.type) {
      case 'prompt':
        // What the team has belongs to what a session begins with.
        await this.team?.ready;
        void this.host.enter(line.value);
        return DONE;
      case 'command': {
        const command = resolveCommand(line.value.command, (name) => this.messageNamed(name));
        if (!command.ok) return refused(sentence(command.error));
        void this.host.enter({ type: 'command', command: command.value });
        return DONE;
      }
      case 'wait':
        void this.host.enter({ type: 'waited', ms: line.value.ms });
        return DONE;
      case 'remember':
        await this.team?.ready;
        return this.remember(line.value.text);
      case 'undo':
        return this.act({ type: 'undo' });
      case 'dream':
        return this.dream();
      case 'clear':
        await this.host.halt();
        return { type: 'clear', files: this.host.state.workspace.files(), passedMs: this.host.state.passedMs };
      case 'show':
        return line.value;
      default:
        return assertNever(line.value);
    }
  }

  /** [D1] */
  private dream(): ActAnswer {
    const { memory, canDream } = this.host.state.run;
    const { dreams } = memory;
    if (dreams.rule === undefined) return refused('Dreaming is off. Turn it on in the tab Memory.');
    if (dreams.all.at(-1)?.isOpen === true) return refused('A dream is going on. The tab Memory shows it.');
    if (!canDream) return refused('A dream begins between turns. Type /dream again after the reply.');
    if (!this.host.isApproved) {
      return refused(
        'A dream asks the model, which you have not allowed yet. Send a prompt first: it says what it costs.',
      );
    }
    void this.host.enter({ type: 'dream' });
    return DONE;
  }

  /** [D4] */
  private async undoDream(id: string): Promise<ActAnswer> {
    const others = await this.host.undoDream(id);
    if (others.length === 0) return DONE;
    const names = others.map((path) => path.split('/').at(-1)).join(', ');
    return { type: 'said', what: `Changed since the dream, and left as it is: ${names}.` };
  }

  /** Without its rules in the system prompt, the agent does not know its memory. */
  private remember(text: string): ActAnswer {
    const { policy, calls, assembly } = this.host.state.run;
    if (!policy.layers.some((row) => row.isOn && extractionOf(row) !== undefined)) {
      return refused('This run has no memory. Turn it on in the tab Memory.');
    }
    if (calls.length > 0 && assembly.memoryRules === '') {
      return refused('The agent does not know of its memory in this session. Start a new one with /clear.');
    }
    void this.host.enter({ type: 'prompt', text: rememberPrompt(text) });
    return DONE;
  }

  /** By the numbers that the message list shows. */
  private messageNamed(name: string): Result<MessageId> {
    const { transcript, context } = this.host.state.run;
    const made = context.flatMap(({ origin, message }) => (origin === 'made' ? [message] : []));
    return findMessage(name, transcript.messages, made);
  }

  private changeFiles(files: readonly FileChange[]): ActAnswer {
    const tried = Workspace.of(this.host.state.workspace.files());
    for (const change of files) {
      const done = changed(tried, change);
      if (!done.ok) return refused(done.error);
    }
    const changes = tried.takeChanges();
    if (changes.length > 0) void this.host.enter({ type: 'files', files: changes });
    return DONE;
  }

  private changesToBeginning(): readonly FileChange[] {
    const { setup, workspace } = this.host.state;
    const added = workspace.list().filter((path) => !Object.hasOwn(setup.files, path));
    return [
      ...added.map((path) => ({ path, text: null })),
      ...Object.entries(setup.files).map(([path, text]) => ({ path, text })),
    ];
  }

  private changed(): void {
    // The host reports its first state while it is created.
    this.team?.changed();
    this.telling?.soon();
  }

  private told(): void {
    this.listRun();
    this.spread();
  }

  private spread(): void {
    const { status, state } = this.host;
    this.parts.news.tell({ entries: state.entries.length, lastMs: state.entries.at(-1)?.timeMs ?? 0, status });
  }

  private listRun(): void {
    const { run, hostTimes, setup } = this.host.state;
    // Without a prompt, nobody would recognise it.
    if (run.transcript.title === undefined) return;
    const listed: Omit<StoredRun, 'changedMs'> = {
      id: this.parts.id,
      title: run.transcript.title,
      model: modelIdOf(run.model),
      calls: run.calls.length,
      beganMs: hostTimes.began,
      ...(setup.project && { project: { id: setup.project.id, session: setup.project.session } }),
    };
    const text = JSON.stringify(listed);
    const isResting = this.host.isResting;
    if (text === this.listed?.text) return;
    const nowMs = this.parts.host.nowMs();
    if (!isResting && nowMs - (this.listed?.atMs ?? Number.NEGATIVE_INFINITY) < LIST_EVERY_MS) return;
    this.listed = { text, atMs: nowMs };
    this.parts.list({ ...listed, changedMs: hostTimes.changed });
  }
}

/** What neither stores nor sends anything. */
function goesOnWithoutStore(act: RunAct): boolean {
  if (act.type === 'say') {
    const line = parseLine(act.text);
    return line.ok && (line.value.type === 'clear' || line.value.type === 'show');
  }
  return act.type === 'pace' || act.type === 'keys' || act.type === 'stop';
}

function refused(what: string): ActAnswer {
  return { type: 'refused', what };
}

function answerOf(result: Result<void, Failure>): ActAnswer {
  return result.ok ? DONE : refused(`${result.error.what} ${result.error.advice}`);
}

/** A user's edit, under the same rules as those of the tools. */
function changed(workspace: Workspace, { path: given, text }: FileChange): Result<void> {
  const path = workspacePath(given);
  if (!path.ok) return path;
  if (text === null) {
    workspace.remove(path.value);
    return ok(undefined);
  }
  const written = workspace.write(path.value, withoutSecrets(path.value, text));
  return written.ok ? written : fail(`${given} ${written.error}`);
}
