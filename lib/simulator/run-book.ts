import { cacheReasons } from '../economics/prompt-cache';
import { tokensOf } from '../layers/context';
import type { Ask } from '../layers/layer';
import { categories } from '../tokens/category';
import type { ContextLedger } from './context-ledger';
import type { PipelineListener } from './pipeline';
import { Requests, type SentRequest, type SentUse } from './requests';
import type { SimulatedChange, SimulatedFailure, SimulatedNote, Simulation, SimulationColumns } from './simulation';
import { emptyColumns, firstCalls, grownColumns, shareAmongCategories } from './simulation-columns';

/** What is to be known of a run beside what stands in its book. */
export type RunHeader = Pick<Simulation, 'policy' | 'mode' | 'thresholds' | 'thrash' | 'deadAt' | 'blockedAt'>;

const SYSTEM = categories.indexOf('system');
const FIRST_ROOM = 64;

/** The numbers of a run, call by call, and what its layers did: of a replay, or of an agent at work. */
export class RunBook implements PipelineListener {
  columns: SimulationColumns;
  /** One for each category, in their order. */
  categoryColumns: readonly Float64Array[];
  readonly changes: SimulatedChange[] = [];
  readonly failures: SimulatedFailure[] = [];
  readonly notes: SimulatedNote[] = [];
  private readonly requests = new Requests();
  private readonly shares = new Float64Array(categories.length);

  constructor(calls: number) {
    this.columns = emptyColumns(calls);
    this.categoryColumns = categories.map((category) => this.columns.byCategory[category]);
  }

  /** For a run that goes on: nobody knows for how long. */
  makeRoomFor(call: number): void {
    const room = this.columns.used.length;
    if (call < room) return;
    this.columns = grownColumns(this.columns, Math.max(FIRST_ROOM, room * 2));
    this.categoryColumns = categories.map((category) => this.columns.byCategory[category]);
  }

  changed(change: SimulatedChange): void {
    this.changes.push(change);
  }

  failed(failure: SimulatedFailure): void {
    this.failures.push(failure);
  }

  noted(note: SimulatedNote): void {
    this.notes.push(note);
  }

  /** A request that a layer asked for. */
  fork(call: number, ledger: ContextLedger, { context: { messages } }: Ask, request: SentRequest): SentUse {
    // A note is asked for every few calls, and of the whole context.
    const asked = messages === ledger.messages ? ledger.tokens : tokensOf(messages);
    const use = this.requests.sendFork(ledger, Math.round(asked + request.systemTokens), request);
    this.addCost(call, use.cost);
    return use;
  }

  /** The request of the call itself, with `used` tokens. */
  send(call: number, ledger: ContextLedger, used: number, request: SentRequest): SentUse {
    const { columns } = this;
    columns.used[call] = used;
    columns.output[call] = request.output;
    const use = this.requests.send(ledger, used, request);
    columns.cacheRead[call] = use.read;
    columns.cacheWritten[call] = use.written;
    columns.uncached[call] = use.uncached;
    columns.cacheReason[call] = cacheReasons.indexOf(use.why);
    this.addCost(call, use.cost);
    return use;
  }

  /** Shares out what the call carried by what the ledger holds. */
  share(call: number, used: number, ledger: ContextLedger, systemTokens: number): void {
    const { shares } = this;
    shares.set(ledger.sums);
    shares[SYSTEM] = (shares[SYSTEM] ?? 0) + systemTokens;
    shareAmongCategories(this.categoryColumns, call, used, shares);
  }

  /** Of the first so many calls; all that it was made for, where nothing else is said. */
  result(header: RunHeader, calls?: number): Simulation {
    const columns = calls === undefined ? this.columns : firstCalls(this.columns, calls);
    const { used, output } = columns;
    const { cost, count, cacheRead, cacheWrite, uncached } = this.requests;
    return {
      ...header,
      calls: used.length,
      ...columns,
      changes: this.changes,
      compactions: this.changes.filter(({ turn }) => turn === 'gate'),
      failures: this.failures,
      notes: this.notes,
      totals: {
        peak: used.reduce((most, tokens, call) => Math.max(most, tokens + (output[call] ?? 0)), 0),
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

  /** What is not known does not make a number. */
  private addCost(call: number, cost: number | undefined): void {
    const { cost: column } = this.columns;
    column[call] = (column[call] ?? 0) + (cost ?? Number.NaN);
  }
}
