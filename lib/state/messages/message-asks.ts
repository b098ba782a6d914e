import type { Message } from '../../transcript/transcript';
import type { AskOptions, engine } from '../../worker/engine/client';
import type {
  FoundParts,
  RequestBody,
  SideOfCall,
  SimulatedPlace,
  SimulationChoice,
  Violation,
} from '../../worker/engine/messages';

type Cancellable = Pick<AskOptions<never>, 'signal'>;

/** What a list of messages asks of the open session. */
export interface RecordingAsks {
  /** As it was recorded. */
  recorded(index: number): Promise<Message>;
  search(text: string, options?: Cancellable): Promise<FoundParts>;
}

/** And under the simulation that is being looked at. */
export interface MessageAsks extends RecordingAsks {
  /** As a simulated context has it. */
  message(place: SimulatedPlace): Promise<Message>;
  /** The message of the recording that something put back is from. */
  restoredFrom(place: SimulatedPlace): Promise<number | null>;
  violations(side: SideOfCall, options?: Cancellable): Promise<readonly Violation[]>;
  body(side: SideOfCall, options?: Cancellable): Promise<RequestBody>;
}

type LoadEngine = () => Promise<Pick<typeof engine, 'ask'>>;

export function createRecordingAsks(loadEngine: LoadEngine): RecordingAsks {
  return {
    recorded: async (index) => (await loadEngine()).ask('message', { index }),
    search: async (text, options) => (await loadEngine()).ask('search', { text }, options),
  };
}

export interface MessageAskParts {
  readonly loadEngine: LoadEngine;
  choice(): SimulationChoice;
}

export function createMessageAsks({ loadEngine, choice }: MessageAskParts): MessageAsks {
  return {
    ...createRecordingAsks(loadEngine),
    message: async (place) => (await loadEngine()).ask('simulated-message', { ...choice(), ...place }),
    restoredFrom: async (place) => (await loadEngine()).ask('restored-from', { ...choice(), ...place }),
    violations: async (side, options) =>
      (await loadEngine()).ask('request-violations', { ...choice(), ...side }, options),
    body: async (side, options) => (await loadEngine()).ask('request-body', { ...choice(), ...side }, options),
  };
}
