import type { AnyReply, Ask, HookAsk } from '../../layers/shape/layer';
import type { OwnAsk } from '../../layers/shape/own';
import type { EntryOf } from '../journal/entry';
import type { Need, StopReason } from '../journal/need';
import type { AgentChild } from './agent-child';
import type { MemorySelection } from './memory-selection';

/** Layer work before and after a call. */
export type Work = Generator<Ask | HookAsk | OwnAsk, unknown, AnyReply>;

/** Where a run stands: what it needs next, and what follows that. */
export type Phase =
  | { readonly type: 'prompt' }
  /** [R1] The choice of memories for this prompt. */
  | { readonly type: 'recall'; readonly selection: MemorySelection }
  | { readonly type: 'reply' }
  | {
      readonly type: 'fork';
      readonly ask: Ask;
      readonly work: Work;
      readonly then: Then;
    }
  | (Extract<Need, { readonly type: 'hooks' }> & { readonly then: AfterHooks })
  /** [H2] Hooks wait for one of them, which is an agent. */
  | {
      readonly type: 'hook-agent';
      readonly need: Need;
      readonly asked: EntryOf<'hook-agent'>;
      readonly agent: AgentChild;
      readonly hooks: Extract<Need, { readonly type: 'hooks' }> & { readonly then: AfterHooks };
    }
  | Extract<Need, { readonly type: 'permission' | 'agents' | 'results' }>
  | { readonly type: 'help'; readonly why: StopReason };

/** What follows the layers' work. */
export type Then = 'call' | 'retry' | 'end-of-response' | 'command';

/** What follows what hooks have said. `work`: of a layer that compacts. `back`: where the run stood, which is unchanged. */
export type AfterHooks =
  | 'prompt'
  | 'round'
  | 'results'
  | 'turn-end'
  | { readonly work: Work; readonly then: Then }
  | { readonly back: Phase };

/** No layer is in the middle of its work. */
export const BETWEEN_STEPS = ['prompt', 'reply', 'permission', 'agents', 'results', 'help'] as const;
