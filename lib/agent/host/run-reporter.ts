import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import type { SimulatedChange } from '../../simulator/pipeline/simulation';
import type { Entry } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { OwnEntry } from '../journal/new-entry';
import type { RunSurroundings } from '../run/live-context';
import type { AgentsView } from '../view/agents-view';
import type { ChatItem } from '../view/chat-item';
import { durationText } from '../view/duration';
import { liveCommandText } from '../view/live-command-text';
import { type ResultStates, resultStates, resultStatesUpdate } from '../view/result-states';
import { ownMeter, runMeter, withUndone } from '../view/run-meter';
import type { Meter, Pace, RunUpdate, RunView } from '../view/run-view';
import { ShownAgents } from '../view/shown-agents';
import { ShownHooks } from '../view/shown-hooks';
import { shownMemory } from '../view/shown-memory';
import type { SystemView } from '../view/system-view';
import { tailOf } from '../view/tail-of';
import type { AgentRun } from './agent-run';
import type { HostedRun } from './run-host';
import { systemViewOf } from './system-view-of';

type PlainFields = Omit<RunView, 'items' | 'resultStates' | 'simulation'>;

/** The title of a run before the first prompt. */
const UNTITLED = 'New run';

/** Reports a run to the page: everything the first time, then only changes. */
export class RunReporter {
  private plain: Partial<PlainFields> = {};
  private items: readonly ChatItem[] = [];
  private changes: readonly SimulatedChange[] = [];
  private states: ResultStates = new Map();
  private newest: Entry | undefined;
  private meter: Meter | undefined;
  private memory:
    | { readonly newest: Entry | undefined; readonly underWay: readonly string[]; readonly view: RunView['memory'] }
    | undefined;
  private system: SystemView | undefined;
  private readonly shownHooks = new ShownHooks();
  private readonly shownAgents = new ShownAgents();
  private agents: AgentsView | undefined;

  constructor(
    private readonly id: string,
    private readonly notKept: Failure | undefined,
    private readonly surroundings: RunSurroundings,
  ) {}

  update(host: HostedRun, pace: Pace, team?: RunView['team']): RunUpdate {
    const { items } = host.state.log;
    const numbers = this.numbersOf(host.state);
    const plain = { ...this.plainFields(host, pace), team };
    const update = { ...fieldsThatDiffer(this.plain, plain), ...numbers, items: tailOf(this.items, items) };
    this.plain = plain;
    this.items = [...items];
    return update;
  }

  /** Undefined without new entries: they stay the same while a reply is streaming. */
  private numbersOf({ run, entries, files }: AgentRun): Pick<RunUpdate, 'simulation' | 'resultStates'> {
    const newest = entries.at(-1);
    if (newest === this.newest) return {};
    const { changes, compactions: _, ...numbers } = run.result();
    const states = resultStates(run);
    const update = {
      simulation: { ...numbers, changes: tailOf(this.changes, changes) },
      resultStates: resultStatesUpdate(this.states, states),
    };
    this.newest = newest;
    this.meter = runMeter(run);
    this.system = systemViewOf(run);
    this.agents = this.shownAgents.view(run, files, ownMeter(run));
    this.changes = [...changes];
    this.states = states;
    return update;
  }

  private get toolNames(): readonly string[] {
    return this.surroundings.tools.map(({ name }) => name);
  }

  /** Every file of the memory is looked at, so not while a reply is streaming. */
  private memoryOf(host: HostedRun): RunView['memory'] {
    const { state } = host;
    const newest = state.entries.at(-1);
    const underWay = state.run.memory.open.filter((id) => host.isUnderWay(id));
    const known = this.memory;
    if (known !== undefined && known.newest === newest && known.underWay.join() === underWay.join()) return known.view;
    const view = shownMemory(state.run, newest?.timeMs ?? 0, underWay);
    this.memory = { newest, underWay, view };
    return view;
  }

  /** A choice that waits for the next call is shown at once: a control that jumped back would look broken. */
  private systemOf({ state, waiting }: HostedRun): SystemView {
    const view = this.system ?? systemViewOf(state.run);
    const choices = lastOf(waiting, 'sections')?.sections;
    return choices === undefined ? view : { ...view, choices };
  }

  private plainFields(host: HostedRun, pace: Pace): Omit<PlainFields, 'team'> {
    const { state, waiting, requests } = host;
    const { run, desk, files } = state;
    return {
      id: this.id,
      notKept: this.notKept,
      title: run.transcript.title ?? UNTITLED,
      project: state.setup.project,
      policy: lastOf(waiting, 'policy')?.policy ?? run.policy,
      earlier: run.earlier,
      model: lastOf(waiting, 'model')?.model ?? run.model,
      limits: lastOf(waiting, 'limits')?.limits ?? run.limits,
      pace,
      passedMs: state.passedMs,
      status: host.status,
      meter: withUndone(this.meter ?? runMeter(run), host.undone),
      note: run.note && { text: run.note.text, tokens: run.note.tokens },
      memory: this.memoryOf(host),
      underWay: run.open.filter((id) => host.isUnderWay(id)),
      agents: this.agents ?? this.shownAgents.view(run, files, ownMeter(run)),
      hooks: this.shownHooks.view(run, this.toolNames),
      system: this.systemOf(host),
      todos: desk.todos,
      files,
      setup: {
        own: lastOf(waiting, 'own-setup')?.own ?? run.own,
        usualSystem: staticText(this.surroundings.system),
        toolNames: this.surroundings.tools.map(({ name }) => name),
        isFixed: run.hasStarted,
      },
      role: host.role,
      lastRequest: newestCall(run.calls.length, requests),
      canUndo: host.canUndo,
      canRedo: host.canRedo,
      waiting: waiting.map(ownEntryWords),
    };
  }
}

/** What a prompt of the user's own replaces. */
function staticText(sections: RunSurroundings['system']): string {
  return sections.flatMap((section) => (section.kind === 'static' ? section.text() : [])).join('\n\n');
}

function newestCall(calls: number, requests: ReadonlyMap<number, unknown>): RunView['lastRequest'] {
  const call = requests.has(calls) ? calls : calls - 1;
  return call < 0 ? undefined : { call };
}

/** The latest choice, even before it takes effect: a control that jumped back would look broken. */
function lastOf<Type extends OwnEntry['type']>(waiting: readonly OwnEntry[], type: Type) {
  return waiting.findLast((entry): entry is Extract<OwnEntry, { type: Type }> => entry.type === type);
}

function fieldsThatDiffer(before: Partial<PlainFields>, now: PlainFields): Partial<PlainFields> {
  const known = new Map<string, unknown>(Object.entries(before));
  const differing = Object.entries(now).filter(([name, value]) => {
    return (
      !known.has(name) || !(known.get(name) === value || JSON.stringify(known.get(name)) === JSON.stringify(value))
    );
  });
  return Object.fromEntries(differing);
}

/** The user's input, as it is shown while it waits. */
function ownEntryWords(entry: OwnEntry): string {
  switch (entry.type) {
    case 'prompt':
      return entry.text;
    case 'command':
      return liveCommandText(entry.command);
    case 'policy':
      return `Policy: ${entry.policy.title}`;
    case 'model':
      return `Model: ${modelIdOf(entry.model)}`;
    case 'limits':
      return `Limits: ${entry.limits.calls} calls, $${entry.limits.dollars} a turn`;
    case 'own-setup':
      return 'Setup';
    case 'sections':
      return 'System prompt';
    case 'permitted':
      return entry.answer === 'no' ? 'Denied' : 'Allowed';
    case 'hook-settings':
      return 'Hooks of this session';
    case 'team':
      return `Team: ${entry.keys.length === 1 ? '1 file' : `${entry.keys.length} files`} ${entry.did}`;
    case 'dream':
      return 'A dream';
    case 'approved':
      return `Calls of ${entry.model} allowed`;
    case 'waited':
      return `Let ${durationText(entry.ms)} pass`;
    case 'files':
      return `Files: ${entry.files.map(({ path }) => path).join(', ')}`;
    default:
      return assertNever(entry);
  }
}
