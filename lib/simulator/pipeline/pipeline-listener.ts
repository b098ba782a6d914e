import type { MemoryEvent } from '../../layers/shape/project-memory';
import type { SimulatedChange, SimulatedFailure, SimulatedNote } from './simulation';
import type { Verdict } from './verdict';

/** Receives what the pipeline does, as it happens. */
export interface PipelineListener {
  changed(change: SimulatedChange): void;
  failed(failure: SimulatedFailure): void;
  noted(note: SimulatedNote): void;
  /** [J4] Before or after this call. */
  readonly remembered?: (call: number, event: MemoryEvent) => void;
  /** [G5] From every layer that ran, and from the gate. Only needed to show a single call. */
  readonly judged?: (verdict: Verdict) => void;
}
