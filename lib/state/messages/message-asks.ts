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

/** What a message list requests from the engine, under the current simulation if that matters. */
export interface MessageAsks {
  /** As a simulated context has it. */
  message(place: SimulatedPlace): Promise<Message>;
  /** As it was recorded. */
  recorded(index: number): Promise<Message>;
  /** The recorded message that restored content comes from. */
  restoredFrom(place: SimulatedPlace): Promise<number | null>;
  search(text: string, options?: Cancellable): Promise<FoundParts>;
  violations(side: SideOfCall, options?: Cancellable): Promise<readonly Violation[]>;
  body(side: SideOfCall, options?: Cancellable): Promise<RequestBody>;
}

export interface MessageAskParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  choice(): SimulationChoice;
}

export function createMessageAsks({ loadEngine, choice }: MessageAskParts): MessageAsks {
  return {
    message: async (place) => (await loadEngine()).ask('simulated-message', { ...choice(), ...place }),
    recorded: async (index) => (await loadEngine()).ask('message', { index }),
    restoredFrom: async (place) => (await loadEngine()).ask('restored-from', { ...choice(), ...place }),
    search: async (text, options) => (await loadEngine()).ask('search', { text }, options),
    violations: async (side, options) =>
      (await loadEngine()).ask('request-violations', { ...choice(), ...side }, options),
    body: async (side, options) => (await loadEngine()).ask('request-body', { ...choice(), ...side }, options),
  };
}
