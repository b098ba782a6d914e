import { Refusal } from '../../base/failure';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import { atOnce } from '../../base/steps/steps';
import type { CostSum } from '../../economics/cost';
import type { RequestFrame } from '../../exporters/request-frame';
import type { ContextMessage } from '../../layers/shape/context';
import type { Policy } from '../../policies/shape/policy';
import { type CallStep, callStep } from '../../simulator/explain/call-step';
import { costWithoutCache, recordedCostWithoutCache } from '../../simulator/explain/cost-without-cache';
import type { ExplainedSimulation } from '../../simulator/explain/explain-call';
import { isFollowing } from '../../simulator/pipeline/replay-mode';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { type ReplaySteps, replay, replayInSteps } from '../../simulator/replay/replay';
import { type ReplayedCall, ReplayLookup } from '../../simulator/replay/replay-lookup';
import { replayWithMisses, type SimulationWithMisses } from '../../simulator/replay/replay-with-misses';
import { summarizerFor } from '../../simulator/replay/replies';
import { ValuedRecording } from '../../simulator/replay/valued-recording';
import { type SweepRow, sweepRows } from '../../sweep/sweep-rows';
import type { Message, MessageId } from '../../transcript/transcript';
import { DescribedMessages } from './message-rows';
import type {
  ComparedPolicy,
  EngineRequests,
  RequestBody,
  SideOfCall,
  SimulatedContext,
  SimulatedPlace,
  SimulationChoice,
  Violation,
} from './messages';
import { requestBody, requestViolations } from './request-body';
import { restoredFrom } from './restored-from';

/** The open session under other policies. What all replays share is created once. */
export class Simulations {
  readonly indexes: ReadonlyMap<MessageId, number>;
  private lookup: { readonly choice: SimulationChoice; readonly calls: ReplayLookup } | undefined;
  private kept: { readonly choice: SimulationChoice; readonly simulation: ExplainedSimulation } | undefined;
  private valued: ValuedRecording | undefined;
  private looked: { readonly calls: ReplayLookup; readonly at: ReplayedCall } | undefined;
  private stepped: { readonly calls: ReplayLookup; readonly call: number; readonly step: CallStep } | undefined;
  private readonly described: DescribedMessages;

  constructor(private readonly material: ReplayMaterial) {
    this.indexes = new Map(material.transcript.messages.map(({ id }, index) => [id, index]));
    this.described = new DescribedMessages(this.indexes);
  }

  simulate(choice: SimulationChoice): Simulation {
    return atOnce(this.simulating(choice));
  }

  *simulating(choice: SimulationChoice): ReplaySteps<Simulation> {
    const simulation = yield* this.replaying(choice);
    this.kept = { choice, simulation: withOwnNumbers(simulation) };
    return simulation;
  }

  simulated(choice: SimulationChoice): ExplainedSimulation {
    return atOnce(this.latestOf(choice));
  }

  /** The latest simulation. Its transferred columns are gone. */
  *latestOf(choice: SimulationChoice): ReplaySteps<ExplainedSimulation> {
    if (this.kept !== undefined && isSameValue(this.kept.choice, choice)) return this.kept.simulation;
    const simulation = yield* this.replaying(choice);
    this.kept = { choice, simulation };
    return simulation;
  }

  compared(choice: SimulationChoice): ComparedPolicy {
    return atOnce(this.comparing(choice));
  }

  /** Its columns are not kept. */
  *comparing(choice: SimulationChoice): ReplaySteps<ComparedPolicy> {
    const simulation = yield* this.replaying(choice);
    return { simulation, withoutCache: costWithoutCache(this.material, simulation) };
  }

  recordedCostWithoutCache(): CostSum | undefined {
    return recordedCostWithoutCache(this.material);
  }

  stepTo(choice: SimulationChoice, call: number): CallStep {
    return atOnce(this.steppingTo(choice, call));
  }

  *steppingTo(choice: SimulationChoice, call: number): ReplaySteps<CallStep> {
    const calls = this.lookupFor(choice);
    if (this.stepped?.calls === calls && this.stepped.call === call) return this.stepped.step;
    // In this order, because calls are looked up fastest in order.
    const previous = call === 0 ? undefined : yield* calls.inSteps(call - 1);
    const at = yield* this.lookingAt(choice, call);
    const step = callStep(this.material, at, previous, choice.mode);
    this.stepped = { calls, call, step };
    return step;
  }

  contextAt(request: EngineRequests['simulated-context']['request']): SimulatedContext {
    return atOnce(this.goingTo(request));
  }

  *goingTo({ call, ...choice }: EngineRequests['simulated-context']['request']): ReplaySteps<SimulatedContext> {
    const { before, after, verdicts, systemTokens, isDead } = yield* this.lookingAt(choice, call);
    return {
      call,
      systemTokens,
      before: this.described.of(before),
      after: this.described.of(after),
      verdicts,
      isDead,
    };
  }

  /** With all its content, as in the context: replaced parts with their placeholders. */
  message(request: SimulationChoice & SimulatedPlace): Message {
    return this.messageAt(request).message;
  }

  restoredFrom(request: SimulationChoice & SimulatedPlace): number | null {
    const source = restoredFrom(this.material, request.mode, this.messageAt(request));
    return source === undefined ? null : (this.indexes.get(source) ?? null);
  }

  violations(request: SimulationChoice & SideOfCall): readonly Violation[] {
    return requestViolations(this.messagesOf(request), this.frameOf(request), request.provider);
  }

  requestBody(request: SimulationChoice & SideOfCall): RequestBody {
    return requestBody(this.messagesOf(request), this.frameOf(request), request.provider);
  }

  sweep(request: EngineRequests['sweep-values']['request']): readonly SweepRow[] {
    const { path, values, countsMisses, ...choice } = request;
    const rows = sweepRows({ policy: choice.policy, path }, values, (policy) =>
      countsMisses ? this.replayedWithMisses({ ...choice, policy }) : this.replayed({ ...choice, policy }),
    );
    if (!rows.ok) throw new Refusal(`Could not sweep ${path}: ${rows.error}.`, 'Choose values within its range.');
    return rows.value;
  }

  private replayed({ policy, replies, ...options }: SimulationChoice): Simulation {
    return replay(this.material, policy, summarizerFor(replies, this.material), options);
  }

  private replaying({ policy, replies, ...options }: SimulationChoice): ReplaySteps<Simulation> {
    return replayInSteps(this.material, policy, summarizerFor(replies, this.material), options);
  }

  private replayedWithMisses({ policy, replies, mode, ...options }: SimulationChoice): SimulationWithMisses {
    if (isFollowing(mode)) {
      throw new Refusal(
        'Used-later misses are not counted if the replay is reset at recorded compactions.',
        'Choose a replay from the start.',
      );
    }
    this.valued ??= new ValuedRecording(this.material);
    return replayWithMisses(this.valued, policy, summarizerFor(replies, this.material), options);
  }

  private messageAt({ call, side, place, ...choice }: SimulationChoice & SimulatedPlace): ContextMessage {
    const messages = this.lookAt(choice, call)[side];
    const found = messages[place];
    if (found === undefined) throw new Error(`Message ${place} of ${messages.length} at call ${call} was asked for`);
    return found;
  }

  private messagesOf({ call, side, provider: _, ...choice }: SimulationChoice & SideOfCall): readonly Message[] {
    return this.lookAt(choice, call)[side].map(({ message }) => message);
  }

  private frameOf({ call, policy }: { readonly call: number; readonly policy: Policy }): RequestFrame {
    const { calls, models, system, tools } = this.material.transcript;
    return { model: calls[call]?.model ?? models[0] ?? 'unknown', maxTokens: policy.maxOutputTokens, system, tools };
  }

  private lookAt(choice: SimulationChoice, call: number): ReplayedCall {
    return atOnce(this.lookingAt(choice, call));
  }

  /** A viewer of a call makes several requests about it. */
  private *lookingAt(choice: SimulationChoice, call: number): ReplaySteps<ReplayedCall> {
    const { calls } = this.material.transcript;
    if (calls[call] === undefined) throw new Error(`Call ${call} of ${calls.length} was asked for`);
    const lookup = this.lookupFor(choice);
    if (this.looked?.calls === lookup && this.looked.at.call === call) return this.looked.at;
    const at = yield* lookup.inSteps(call);
    this.looked = { calls: lookup, at };
    return at;
  }

  /** The last one used: a viewer of one call looks at others. Requests are copies, so they are compared by their fields. */
  private lookupFor(choice: SimulationChoice): ReplayLookup {
    if (this.lookup === undefined || !isSameValue(this.lookup.choice, choice)) {
      const { policy, replies, ...options } = choice;
      const calls = new ReplayLookup(this.material, policy, summarizerFor(replies, this.material), options);
      this.lookup = { choice, calls };
    }
    return this.lookup.calls;
  }
}

/** Copies, so that they survive the transfer of the others. */
function withOwnNumbers(simulation: Simulation): ExplainedSimulation {
  return {
    mode: simulation.mode,
    used: simulation.used.slice(),
    output: simulation.output.slice(),
    counted: simulation.counted.slice(),
    cacheRead: simulation.cacheRead.slice(),
    cacheWritten: simulation.cacheWritten.slice(),
    uncached: simulation.uncached.slice(),
    cacheReason: simulation.cacheReason.slice(),
    changes: simulation.changes,
    forks: simulation.forks,
    ...optional('thrash', simulation.thrash),
  };
}

/** The columns of a simulation, for transfer without a copy: every replay creates its own. Columns may share a buffer. */
export function columnBuffers(simulation: Simulation): ReadonlySet<ArrayBuffer> {
  const columns = [...Object.values(simulation), ...Object.values(simulation.byCategory)];
  return new Set(
    columns.flatMap((column) =>
      column instanceof Float64Array && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
}
