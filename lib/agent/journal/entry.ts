import type { Failure } from '../../base/failure';
import type { Reply } from '../../layers/shape/layer';
import type { Policy } from '../../policies/shape/policy';
import type { Command } from '../../simulator/pipeline/command';
import type { Usage } from '../../transcript/transcript';
import type { ModelReply } from './chat-model';

/** Raise it with every change that an older reader would misunderstand. */
export const JOURNAL_VERSION = 1;

/**
 * What happened in a run, one thing after another: plain data, written down before the next thing happens. A run is
 * nothing but its entries taken in their order, so that a crash loses what was under way and nothing else, and going
 * back is leaving out the last ones.
 */
export type Entry = { readonly timeMs: number } & (
  | { readonly type: 'begun'; readonly setup: RunSetup }
  | { readonly type: 'prompt'; readonly text: string }
  /** To the call that was due. */
  | { readonly type: 'reply'; readonly reply: ModelReply }
  /** The provider would not take the call: too long. */
  | { readonly type: 'refused'; readonly gapTokens?: number; readonly what: string }
  /** To all the tool calls of the newest reply. */
  | {
      readonly type: 'results';
      readonly results: readonly ToolResult[];
      readonly files: readonly FileChange[];
      readonly desk: DeskState;
    }
  /** To what a layer asked. */
  | { readonly type: 'forked'; readonly reply: Reply; readonly usage?: Usage; readonly tookMs: number }
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'policy'; readonly policy: Policy }
  | { readonly type: 'model'; readonly model: ModelChoice }
  | { readonly type: 'limits'; readonly limits: RunLimits }
  /** By the user's own hand. */
  | { readonly type: 'files'; readonly files: readonly FileChange[] }
  /** Shown in the chat, and the run waits for the user. Nothing of it is in the context. */
  | ({ readonly type: 'problem' } & Failure)
  /** The user stopped what was under way. */
  | { readonly type: 'stopped' }
);

export type EntryOf<Type extends Entry['type']> = Extract<Entry, { readonly type: Type }>;

export interface RunSetup {
  readonly version: typeof JOURNAL_VERSION;
  readonly runId: string;
  readonly policy: Policy;
  readonly model: ModelChoice;
  readonly limits: RunLimits;
  /** What the workspace held at the start. */
  readonly files: Readonly<Record<string, string>>;
}

export type ModelChoice =
  | { readonly type: 'scripted' }
  | {
      readonly type: 'api';
      readonly id: string;
      readonly thinks: boolean;
      /** Clearing by the provider, where the policy has a layer for it [M5], in the place of our own. */
      readonly serverClears: boolean;
      /** Compaction by the provider, from so many tokens on. */
      readonly serverCompactsFrom?: number;
    };

/** Of one turn of the user's: then the run waits, and says so. */
export interface RunLimits {
  readonly calls: number;
  readonly dollars: number;
}

export interface ToolResult {
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
  readonly tookMs: number;
}

/** `text: null`: it is not there any more. */
export interface FileChange {
  readonly path: string;
  readonly text: string | null;
}

/** What tools remember between calls. */
export interface DeskState {
  readonly todos: readonly Todo[];
  /** Paths that were read, with the hash of what was seen: a file may be edited only as it was seen. */
  readonly seen: Readonly<Record<string, string>>;
}

export interface Todo {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

export const emptyDesk: DeskState = { todos: [], seen: {} };
