import type { AbScript, AbSide } from '../../agent/ab/ab-run';
import type { ListingComparison } from '../../agent/ab/listing-comparison';
import type { FileChange, ModelChoice, OwnSetup, RunLimits, SectionChoices } from '../../agent/journal/entry';
import type { HomeHistory } from '../../agent/project/home-history';
import type { AgentDetails } from '../../agent/view/agents-view';
import type { TriedHook } from '../../agent/view/hooks-view';
import type { Line } from '../../agent/view/parse-line';
import type { Pace, RunUpdate, Tail } from '../../agent/view/run-view';
import type { Providers } from '../../agent/view/who-answers';
import type { ApiKeys } from '../../api/asker/model-asker';
import type { Policy } from '../../policies/shape/policy';
import type { TeamPlace } from '../../team/team-driver';
import type { TeamFault } from '../../team/team-faults';
import type { Message } from '../../transcript/transcript';
import type {
  FoundParts,
  MessageRow,
  PackedContext,
  RequestBody,
  SideOfCall,
  SimulatedPlace,
  Violation,
} from '../engine/messages';

/**
 * What the page may request from the agent's worker. `run` is answered when the run is closed, and reports until then;
 * all other requests are for the open run.
 */
export interface AgentRequests {
  run: { readonly request: RunRequest; readonly progress: AgentUpdate; readonly answer: RunEnd };
  /** Answered once it was handled, with an explanation if it was rejected. */
  act: { readonly request: RunAct; readonly progress: never; readonly answer: ActAnswer };
  /** What was added before a call and what the policy did, as it was then. */
  'context-at': {
    readonly request: { readonly call: number } & OfAgent;
    readonly progress: never;
    readonly answer: PackedContext;
  };
  'context-message': { readonly request: SimulatedPlace & OfAgent; readonly progress: never; readonly answer: Message };
  /** Of the transcript. */
  message: {
    readonly request: { readonly index: number } & OfAgent;
    readonly progress: never;
    readonly answer: Message;
  };
  search: {
    readonly request: { readonly text: string } & OfAgent;
    readonly progress: never;
    readonly answer: FoundParts;
  };
  'context-violations': {
    readonly request: SideOfCall & OfAgent;
    readonly progress: never;
    readonly answer: readonly Violation[];
  };
  'context-body': { readonly request: SideOfCall & OfAgent; readonly progress: never; readonly answer: RequestBody };
  /** The exact body that was sent, formatted. */
  'request-at': {
    readonly request: { readonly call: number } & OfAgent;
    readonly progress: never;
    readonly answer: SentBody;
  };
  /** [O4] Everything of one agent. */
  'agent-at': { readonly request: { readonly agent: string }; readonly progress: never; readonly answer: AgentAnswer };
  /** The API's token count for the latest request, beside ours. */
  'count-tokens': { readonly request: null; readonly progress: never; readonly answer: CountedTokens };
  'result-text': {
    readonly request: { readonly callId: string } & OfAgent;
    readonly progress: never;
    readonly answer: string;
  };
  'file-text': { readonly request: { readonly path: string }; readonly progress: never; readonly answer: string };
  /** In our own file format. */
  transcript: { readonly request: null; readonly progress: never; readonly answer: Blob };
  /** One script under two policies; reports until both have ended. Independent of the open run. */
  'ab-run': {
    readonly request: AbRequest;
    readonly progress: readonly AbSide[];
    readonly answer: AbAnswer;
  };
  /** [O3] The open run's session with the list of agents in either place; null without a prompt. */
  'compare-listings': { readonly request: null; readonly progress: never; readonly answer: ListingComparison | null };
  /** [H] Runs one hook on the latest event that it is about; nothing changes. */
  'try-hook': { readonly request: { readonly hook: string }; readonly progress: never; readonly answer: TriedHook };
  /** [J1] The versions of the home folder of the run's project. */
  home: { readonly request: null; readonly progress: never; readonly answer: HomeHistory };
  'home-text': { readonly request: { readonly place: number }; readonly progress: never; readonly answer: string };
  /** All files as one `.tar`. */
  workspace: { readonly request: null; readonly progress: never; readonly answer: Blob };
}

/** [O4] About one of the run's agents instead of the run. */
export interface OfAgent {
  readonly agent?: string | undefined;
}

export interface AgentAnswer extends AgentDetails {
  /** Of the message list. */
  readonly rows: readonly MessageRow[];
}

export interface AbRequest extends AbScript {
  readonly policies: readonly Policy[];
}

export interface AbAnswer {
  readonly sides: readonly AbSide[];
  /** Of each side, in our own file format. */
  readonly transcripts: readonly Blob[];
}

export type AgentMethod = keyof AgentRequests;

export type RunRequest = {
  readonly keys: ApiKeys;
  /** Where the server sends paid calls, as far as it says. */
  readonly providers: Providers;
  readonly pace: Pace;
  /** [U2] Where the server of its team is: in this browser, if it is not said. */
  readonly teamPlace?: TeamPlace;
} & (
  | {
      readonly type: 'begin';
      readonly policy: Policy;
      readonly model: ModelChoice;
      readonly limits: RunLimits;
      readonly files: Readonly<Record<string, string>>;
      readonly own: OwnSetup;
      /** How far its clock is ahead, because the user let time pass before it. */
      readonly passedMs?: number;
      /** It is a new session of this one. Missing if that could not be stored. */
      readonly project?: string;
    }
  /** A new session of the same project, with what a stored run left: files, policy, model. */
  | { readonly type: 'next'; readonly of: string }
  | { readonly type: 'open'; readonly id: string }
  /** A new run copied from a stored one, which another tab may have open. */
  | { readonly type: 'copy'; readonly id: string }
);

/** `busy`: another tab has it open. */
export type RunEnd = { readonly type: 'closed' } | { readonly type: 'busy' };

export type RunAct =
  /** A prompt, or a command. */
  | { readonly type: 'say'; readonly text: string }
  /** A prompt for when the agent has finished. */
  | { readonly type: 'say-later'; readonly text: string }
  | { readonly type: 'go-on' }
  | { readonly type: 'stop' }
  /** [J2] One task alone. */
  | { readonly type: 'end-task'; readonly id: string }
  /** [D4] */
  | { readonly type: 'undo-dream'; readonly id: string }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'policy'; readonly policy: Policy }
  | { readonly type: 'model'; readonly model: ModelChoice }
  | { readonly type: 'limits'; readonly limits: RunLimits }
  | { readonly type: 'own-setup'; readonly own: OwnSetup }
  | { readonly type: 'sections'; readonly sections: SectionChoices }
  /** [H1] The answer to a question, of the run or of one of its agents. */
  | ({ readonly type: 'permitted' } & Permitted)
  /** [H3] The session's own settings, as JSON text. */
  | { readonly type: 'hook-settings'; readonly text: string }
  /** The paid call that was shown, and the others of this run to the same model and provider. */
  | { readonly type: 'approve' }
  | { readonly type: 'files'; readonly files: readonly FileChange[] }
  /** As at the start. */
  | { readonly type: 'reset-files' }
  | { readonly type: 'pace'; readonly pace: Pace }
  | { readonly type: 'team-place'; readonly place: TeamPlace }
  /** [U2] At once, whatever is due. */
  | { readonly type: 'team-sync'; readonly does: 'pull' | 'push' }
  /** What its next request to the team’s server meets. */
  | { readonly type: 'team-fault'; readonly fault: TeamFault | undefined }
  /** In memory only. */
  | { readonly type: 'keys'; readonly keys: ApiKeys; readonly providers: Providers };

export interface Permitted {
  readonly callId: string;
  readonly task?: string;
  readonly answer: 'once' | 'always' | 'no';
}

/**
 *   done      it was taken up
 *   said      it was, and there is something to know about it
 *   refused   it was not, for the reason given
 *   show      there is something to look at, and nothing was changed
 *   clear     the page is to begin a new run with these files
 */
export type ActAnswer =
  | { readonly type: 'done' }
  | { readonly type: 'said'; readonly what: string }
  | { readonly type: 'refused'; readonly what: string }
  | { readonly type: 'show'; readonly what: Shows }
  | { readonly type: 'clear'; readonly files: Readonly<Record<string, string>>; readonly passedMs: number };

/** A command that only shows something. */
export type Shows = Extract<Line, { readonly type: 'show' }>['what'];

/** With the rows of the message list. */
export type AgentUpdate = RunUpdate & { readonly rows?: Tail<MessageRow> };

export interface SentBody {
  readonly betas: readonly string[];
  /** JSON. */
  readonly text: string;
}

export interface CountedTokens {
  readonly byApi: number;
  readonly byUs: number;
}
