import type { Failure } from '../../base/failure';
import type { Json } from '../../base/json';
import type { Command } from '../../simulator/commands/command';
import type { SimulatedChange, SimulatedFailure } from '../../simulator/pipeline/simulation';
import type { Usage } from '../../transcript/transcript';
import type { ModelChoice, OwnSetup, RunLimits } from '../journal/entry';
import type { StopReason } from '../journal/need';
import type { ShownDream } from './dream-view';
import type { ShownRecall, ShownTask } from './memory-view';

/** An entry of the chat, in chronological order. Plain data; all texts are rendered as text. */
export type ChatItem = { readonly timeMs: number } & (
  | { readonly type: 'prompt'; readonly text: string }
  | ({ readonly type: 'reply' } & ShownReply)
  /** A layer changed the context, before `change.call` or with the reply to it. */
  | {
      readonly type: 'work';
      readonly change: Omit<SimulatedChange, 'changes' | 'boundary'>;
      readonly isCompaction: boolean;
      /** What replaces the compacted messages. */
      readonly summary?: string;
    }
  | { readonly type: 'layer-failed'; readonly failure: SimulatedFailure }
  | ({ readonly type: 'fork' } & ShownFork)
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'policy'; readonly title: string }
  | { readonly type: 'model'; readonly model: ModelChoice }
  | { readonly type: 'limits'; readonly limits: RunLimits }
  | { readonly type: 'own-setup'; readonly own: OwnSetup }
  /** [Y3] What the user changed about the system prompt, in words. */
  | { readonly type: 'sections'; readonly changes: readonly string[] }
  /** The user allowed paid calls. */
  | { readonly type: 'approved'; readonly model: string; readonly provider: string }
  /** Edited by the user. */
  | { readonly type: 'files'; readonly paths: readonly string[]; readonly undoesDream?: true }
  /** [U2] What was pulled from, or pushed to, the server of the team. */
  | {
      readonly type: 'team';
      readonly did: 'pulled' | 'pushed';
      readonly keys: readonly string[];
      readonly contested: readonly string[];
      readonly left: readonly { readonly key: string; readonly why: string }[];
      readonly problem?: string;
    }
  /** [O9] Another session of the project has sent it. */
  | { readonly type: 'mail'; readonly session: number; readonly from: string; readonly text: string }
  /** The user let time pass, from `timeMs` on. */
  | { readonly type: 'waited'; readonly ms: number }
  /** [R] What was recalled for the prompt above it. */
  | ({ readonly type: 'recall' } & ShownRecall)
  /** [A] A task that went on beside the turns; replaced as it goes on. */
  | { readonly type: 'task'; readonly task: ShownTask }
  /** [D] A dream whose gates are open, or that the user asked for; replaced as it goes on. */
  | { readonly type: 'dream'; readonly dream: ShownDream }
  /** [H] Hooks had an effect, each of these. */
  | { readonly type: 'hooks'; readonly runs: readonly HookLine[]; readonly blockedPrompt?: string }
  /** [H1] The user's answer to a question. */
  | {
      readonly type: 'permitted';
      readonly tool: string;
      readonly asked: string;
      readonly answer: 'once' | 'always' | 'no';
    }
  /** The provider rejected a call as too long. */
  | { readonly type: 'refused'; readonly what: string }
  | ({ readonly type: 'problem' } & Failure)
  | { readonly type: 'stopped' }
  /** The run stopped, and needs the user. */
  | { readonly type: 'help'; readonly why: StopReason }
);

/** [H] */
export interface HookLine {
  readonly event: string;
  readonly runs: string;
  readonly effect: readonly string[];
  readonly isBlock: boolean;
}

export type ChatItemOf<Type extends ChatItem['type']> = Extract<ChatItem, { readonly type: Type }>;

export interface ShownReply {
  /** From 0: the index in every column of the simulation. */
  readonly call: number;
  /** Which model answered; the script has an id, too. */
  readonly model: string;
  readonly text: string;
  readonly thinking: string;
  readonly tools: readonly ShownTool[];
  /** As reported by the model, or as counted by us if it reports none. */
  readonly usage?: Usage;
  /** A server reported none that can be true. */
  readonly isUsageEstimated?: true;
  /** Missing if prices are unknown. */
  readonly dollars?: number;
  /** [E1] Our prediction of what it would read from the cache. */
  readonly predictedCacheRead: number;
  readonly tookMs?: number;
  readonly firstTokenMs?: number;
  readonly stopReason: string;
  /** Prompts that the script offers, at the end of `text`. */
  readonly offers: readonly string[];
  /** What the provider reports to have cleared from the request. */
  readonly serverEdits?: Json;
  /** The provider's own summary of the context; null if it tried and failed. */
  readonly serverSummary?: string | null;
}

export interface ShownTool {
  readonly callId: string;
  readonly name: string;
  readonly input: Json;
  /** Missing while it runs. Its fate in the context is in `RunView.resultStates`. */
  readonly result?: ShownResult;
}

export interface ShownResult {
  /** Its beginning: the full text is requested by call id. */
  readonly text: string;
  readonly characters: number;
  readonly isError: boolean;
  readonly tookMs: number;
}

/** A request of a layer besides the turns: the same prefix, its own instruction. */
export interface ShownFork {
  readonly call: number;
  readonly model: string;
  readonly purpose: 'summary' | 'note';
  readonly usage?: Usage;
  readonly dollars?: number;
  readonly tookMs: number;
  readonly failed?: string;
  /** [N2] [J2] It is being written while the turns go on: by this id it can be stopped. Nothing else is known yet. */
  readonly openTask?: string;
}
