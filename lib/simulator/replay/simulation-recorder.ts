import { cacheReasons } from '../../economics/prompt-cache';
import type { CacheEvidence } from '../../economics/recorded-cache';
import type { ContextMessage } from '../../layers/shape/context';
import type { AnyAsk } from '../../layers/shape/layer';
import type { OwnSpent } from '../../layers/shape/own';
import type { MemoryEvent, ProjectMemory } from '../../layers/shape/project-memory';
import { categories } from '../../tokens/category';
import type { ContextLedger } from '../pipeline/context-ledger';
import type { PipelineListener } from '../pipeline/pipeline-listener';
import type {
  SimulatedChange,
  SimulatedFailure,
  SimulatedFork,
  SimulatedMemory,
  SimulatedNote,
  Simulation,
  SimulationColumns,
} from '../pipeline/simulation';
import { Requests, type SentRequest, type SentUse } from './requests';
import { emptyColumns, firstCalls, grownColumns, shareAmongCategories } from './simulation-columns';

/** Facts about a run besides its columns. */
export type RunHeader = Pick<
  Simulation,
  'policy' | 'mode' | 'thresholds' | 'steps' | 'thrash' | 'deadAt' | 'blockedAt'
>;

type RememberedAt = SimulatedMemory['events'][number];

const SYSTEM = categories.indexOf('system');
const FIRST_ROOM = 64;

/** The numbers of a run, call by call, and what its layers did: for a replay, or a live agent. */
export class SimulationRecorder implements PipelineListener {
  columns: SimulationColumns;
  /** One column per category, in order. */
  categoryColumns: readonly Float64Array[];
  readonly changes: SimulatedChange[] = [];
  private readonly compactions: SimulatedChange[] = [];
  readonly failures: SimulatedFailure[] = [];
  readonly notes: SimulatedNote[] = [];
  readonly forks: SimulatedFork[] = [];
  private kept: (Pick<SimulatedMemory, 'rules' | 'index' | 'recalled'> & { events: RememberedAt[] }) | undefined;
  private readonly requests: Requests;
  private peak = 0;
  private readonly shares = new Float64Array(categories.length);

  constructor(calls: number, evidence?: CacheEvidence) {
    this.requests = new Requests(evidence);
    this.columns = emptyColumns(calls);
    this.categoryColumns = categories.map((category) => this.columns.byCategory[category]);
  }

  /** For a live run of unknown length. */
  makeRoomFor(call: number): void {
    const room = this.columns.used.length;
    if (call < room) return;
    this.columns = grownColumns(this.columns, Math.max(FIRST_ROOM, room * 2));
    this.categoryColumns = categories.map((category) => this.columns.byCategory[category]);
  }

  changed(change: SimulatedChange): void {
    this.changes.push(change);
    if (change.turn === 'gate') this.compactions.push(change);
  }

  failed(failure: SimulatedFailure): void {
    this.failures.push(failure);
  }

  noted(note: SimulatedNote): void {
    this.notes.push(note);
  }

  /** A layer keeps memory. */
  keepsMemory(calls: number): void {
    const column = () => new Float64Array(calls);
    this.kept ??= { rules: column(), index: column(), recalled: column(), events: [] };
  }

  remembered(call: number, event: MemoryEvent): void {
    this.kept?.events.push({ call, ...event });
  }

  /** [A5] What the call carries of memory. */
  carried(call: number, { opening, shown }: Pick<ProjectMemory, 'opening' | 'shown'>): void {
    const { kept } = this;
    if (kept === undefined) return;
    kept.rules[call] = opening?.rulesTokens ?? 0;
    kept.index[call] = opening?.indexTokens ?? 0;
    let recalled = 0;
    for (const { tokens } of shown) recalled += tokens;
    kept.recalled[call] = recalled;
  }

  /** [A5] [E1] The index in the next request differs from the one sent before: only the rules are read again. */
  openedAnew(ledger: ContextLedger, systemTokens: number): void {
    ledger.endUnchanged();
    this.requests.limitSystem(systemTokens);
  }

  /** A request of a layer that succeeded. */
  fork(
    call: number,
    ledger: ContextLedger,
    { type: purpose, sharesCache, context: { messages } }: AnyAsk,
    /** Including what precedes the messages, and the instruction. */
    tokens: number,
    request: SentRequest,
    /** [J2] If it was sent earlier: what it read then. */
    cachedTokens?: number,
  ): SentUse {
    const use = this.requests.sendFork(ledger, { messages, tokens, sharesCache }, request, cachedTokens);
    const { read, uncached, output, cost } = use;
    this.forks.push(
      cost === undefined ? { call, purpose, read, uncached, output } : { call, purpose, read, uncached, output, cost },
    );
    this.addCost(call, cost);
    return use;
  }

  /** [Z3] What a layer from outside says that it spent. */
  reported(call: number, spent: OwnSpent, model: string): void {
    const { read, written, uncached, output, cost } = this.requests.bookReported(spent, model);
    const fork = { call, purpose: 'own', read, uncached: uncached + written, output } as const;
    this.forks.push(cost === undefined ? fork : { ...fork, cost });
    this.addCost(call, cost);
  }

  /** [O5] The messages so far were sent before, by another agent. Nothing is booked. */
  seed(ledger: ContextLedger, request: SentRequest): void {
    this.requests.seed(ledger, request);
  }

  /** [E1] What a request with these messages would read now. Nothing is booked. */
  readable(ledger: ContextLedger, messages: readonly ContextMessage[], tokens: number, request: SentRequest): number {
    return this.requests.readable(ledger, { messages, tokens, sharesCache: true }, request, undefined);
  }

  /**
   * The request of the call itself, with `used` tokens; `isRecorded` if it is the recorded request. After its reply the
   * context has `after`.
   */
  send(
    call: number,
    ledger: ContextLedger,
    used: number,
    request: SentRequest,
    isRecorded: boolean,
    after: number,
  ): SentUse {
    const { columns } = this;
    columns.used[call] = used;
    columns.output[call] = request.output;
    this.peak = Math.max(this.peak, after);
    const use = this.requests.send(ledger, used, request, isRecorded);
    columns.cacheRead[call] = use.read;
    columns.cacheWritten[call] = use.written;
    columns.uncached[call] = use.uncached;
    columns.billedOutput[call] = use.output;
    columns.cacheReason[call] = cacheReasons.indexOf(use.why);
    this.addCost(call, use.cost);
    return use;
  }

  /** A recorded request outside the conversation: it is billed as recorded, and no policy affects it. */
  aside(call: number, used: number): void {
    this.columns.used[call] = used;
    const [system] = this.categoryColumns;
    if (system !== undefined) system[call] = used;
    const use = this.requests.sendAside(call);
    this.columns.cacheRead[call] = use.read;
    this.columns.cacheWritten[call] = use.written;
    this.columns.uncached[call] = use.uncached;
    this.columns.billedOutput[call] = use.output;
    this.addCost(call, use.cost);
  }

  /** Distributes the size of the call over the content of the ledger. */
  share(call: number, used: number, ledger: ContextLedger, systemTokens: number): void {
    const { shares } = this;
    shares.set(ledger.sums);
    shares[SYSTEM] = (shares[SYSTEM] ?? 0) + systemTokens;
    shareAmongCategories(this.categoryColumns, call, used, shares);
  }

  /** For the first calls; by default for all. */
  result(header: RunHeader, calls?: number, folders?: Pick<SimulatedMemory, 'folder' | 'folderBefore'>): Simulation {
    const columns = calls === undefined ? this.columns : firstCalls(this.columns, calls);
    const { used } = columns;
    const { cost, count, cacheRead, cacheWrite, uncached } = this.requests;
    return {
      ...header,
      calls: used.length,
      ...columns,
      changes: this.changes,
      compactions: [...this.compactions],
      failures: this.failures,
      notes: this.notes,
      forks: this.forks,
      ...(this.kept && folders && { memory: { ...this.kept, ...folders } }),
      totals: {
        peak: this.peak,
        sent: cacheRead + cacheWrite + uncached,
        cacheRead,
        cacheWrite,
        uncached,
        output: this.requests.output,
        cost: { ...cost },
        modelCalls: count,
      },
    };
  }

  /** NaN for unknown numbers. */
  private addCost(call: number, cost: number | undefined): void {
    const { cost: column } = this.columns;
    column[call] = (column[call] ?? 0) + (cost ?? Number.NaN);
  }
}
