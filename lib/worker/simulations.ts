import type { ContextMessage } from '../layers/context';
import { replay } from '../simulator/replay';
import { type ReplayedCall, ReplayLookup } from '../simulator/replay-lookup';
import type { ReplayMaterial } from '../simulator/replay-material';
import type { Simulation } from '../simulator/simulation';
import { type SweepRow, sweepRows } from '../sweep/sweep-rows';
import type { Message } from '../transcript/transcript';
import { messageRow } from './message-rows';
import type { EngineRequests, SimulatedContext, SimulatedMessage, SimulationChoice } from './messages';
import { Refusal } from './refusal';
import { summarizerFor } from './replies';

/** The open session under other policies. What all replays share is made once. */
export class Simulations {
  private readonly indexes: ReadonlyMap<string, number>;
  private lookup: { readonly choice: string; readonly calls: ReplayLookup } | undefined;

  constructor(private readonly material: ReplayMaterial) {
    this.indexes = new Map(material.transcript.messages.map(({ id }, index) => [id, index]));
  }

  simulate({ policy, replies, ...options }: SimulationChoice): Simulation {
    return replay(this.material, policy, summarizerFor(replies, this.material), options);
  }

  contextAt({ call, ...choice }: EngineRequests['simulated-context']['request']): SimulatedContext {
    const { before, after, verdicts, isDead } = this.lookAt(choice, call);
    return {
      call,
      systemTokens: this.material.systemTokens[call] ?? 0,
      before: before.map((message) => this.described(message)),
      after: after.map((message) => this.described(message)),
      verdicts,
      isDead,
    };
  }

  /** With all its content, as the context has it: where parts were replaced, with the placeholders. */
  message({ call, side, place, ...choice }: EngineRequests['simulated-message']['request']): Message {
    const messages = this.lookAt(choice, call)[side];
    const found = messages[place];
    if (found === undefined) throw new Error(`Message ${place} of ${messages.length} at call ${call} was asked for`);
    return found.message;
  }

  sweep({ path, values, ...choice }: EngineRequests['sweep-values']['request']): readonly SweepRow[] {
    const rows = sweepRows({ policy: choice.policy, path }, values, (policy) => this.simulate({ ...choice, policy }));
    if (!rows.ok) throw new Refusal(`Cannot sweep ${path}: ${rows.error}.`, 'Choose values within its range.');
    return rows.value;
  }

  private lookAt(choice: SimulationChoice, call: number): ReplayedCall {
    const { calls } = this.material.transcript;
    if (calls[call] === undefined) throw new Error(`Call ${call} of ${calls.length} was asked for`);
    return this.lookupFor(choice).at(call);
  }

  /** The one used last: whoever looks into one call looks into others. Each request is a copy, so its text tells it. */
  private lookupFor(choice: SimulationChoice): ReplayLookup {
    const text = JSON.stringify(choice);
    if (this.lookup?.choice !== text) {
      const { policy, replies, ...options } = choice;
      const calls = new ReplayLookup(this.material, policy, summarizerFor(replies, this.material), options);
      this.lookup = { choice: text, calls };
    }
    return this.lookup.calls;
  }

  private described({ message, origin, parts, tokens }: ContextMessage): SimulatedMessage {
    const weights = { tokens, partTokens: parts.map((part) => part.tokens) };
    const index = this.indexes.get(message.id);
    if (origin === 'made' || index === undefined) return { ...weights, type: 'made', row: messageRow(message) };
    const replaced = parts.flatMap(({ state }, part) => (state === 'whole' ? [] : [{ part, state }]));
    return { ...weights, type: 'recorded', index, replaced };
  }
}

/** The numbers of a simulation, to be given away without a copy: every replay makes its own. Columns may share a buffer. */
export function columnBuffers(simulation: Simulation): ReadonlySet<ArrayBuffer> {
  const columns = [...Object.values(simulation), ...Object.values(simulation.byCategory)];
  return new Set(
    columns.flatMap((column) =>
      column instanceof Float64Array && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
    ),
  );
}
