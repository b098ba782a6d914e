import type { ListingComparison } from '../../agent/ab/listing-comparison';
import type { HomeHistory } from '../../agent/project/home-history';
import type { TriedHook } from '../../agent/view/hooks-view';
import { optional } from '../../base/optional';
import type { agent } from '../../worker/agent/agent-client';
import type { AgentAnswer, CountedTokens, SentBody } from '../../worker/agent/agent-messages';
import type { SimulatedContext } from '../../worker/engine/messages';
import { unpackContext } from '../../worker/engine/packed-context';
import type { MessageAsks } from '../messages/message-asks';

/** What the page requests from the open run on demand. */
export interface RunAsks {
  context(call: number): Promise<SimulatedContext>;
  /** For the message list. */
  readonly messages: MessageAsks;
  request(call: number): Promise<SentBody>;
  /** For the latest request, by the API. */
  countTokens(): Promise<CountedTokens>;
  resultText(callId: string): Promise<string>;
  fileText(path: string): Promise<string>;
  /** [H] On the latest event that it is about; nothing changes. */
  tryHook(hook: string): Promise<TriedHook>;
  /** [J1] Of its project, as all its sessions left it. */
  home(): Promise<HomeHistory>;
  homeText(place: number): Promise<string>;
  /** [O3] Its session with the list of agents in either place; null without a prompt. */
  compareListings(): Promise<ListingComparison | null>;
  /** [O4] Everything of one of its agents. */
  agent(id: string): Promise<AgentAnswer>;
  /** [O4] The same about one of its agents: its contexts, messages, requests and results. */
  of(agent: string): AgentAsks;
  /** In our own file format. */
  transcript(): Promise<Blob>;
  /** All files as one `.tar`. */
  workspace(): Promise<Blob>;
}

export type AgentAsks = Pick<RunAsks, 'context' | 'messages' | 'request' | 'resultText'>;

type LoadAgent = () => Promise<Pick<typeof agent, 'ask'>>;

export function createRunAsks(loadAgent: LoadAgent): RunAsks {
  return {
    ...asksAbout(loadAgent, undefined),
    agent: async (id) => (await loadAgent()).ask('agent-at', { agent: id }),
    of: (id) => asksAbout(loadAgent, id),
    compareListings: async () => (await loadAgent()).ask('compare-listings', null),
    countTokens: async () => (await loadAgent()).ask('count-tokens', null),
    fileText: async (path) => (await loadAgent()).ask('file-text', { path }),
    tryHook: async (hook) => (await loadAgent()).ask('try-hook', { hook }),
    home: async () => (await loadAgent()).ask('home', null),
    homeText: async (place) => (await loadAgent()).ask('home-text', { place }),
    transcript: async () => (await loadAgent()).ask('transcript', null),
    workspace: async () => (await loadAgent()).ask('workspace', null),
  };
}

/** Of the run itself, or of one of its agents. */
function asksAbout(loadAgent: LoadAgent, id: string | undefined): AgentAsks {
  const about = optional('agent', id);
  return {
    context: async (call) => unpackContext(await (await loadAgent()).ask('context-at', { call, ...about })),
    messages: {
      message: async (place) => (await loadAgent()).ask('context-message', { ...place, ...about }),
      recorded: async (index) => (await loadAgent()).ask('message', { index, ...about }),
      // A run does not track where restored content comes from.
      restoredFrom: async () => null,
      search: async (text, options) => (await loadAgent()).ask('search', { text, ...about }, options),
      violations: async (side, options) =>
        (await loadAgent()).ask('context-violations', { ...side, ...about }, options),
      body: async (side, options) => (await loadAgent()).ask('context-body', { ...side, ...about }, options),
    },
    request: async (call) => (await loadAgent()).ask('request-at', { call, ...about }),
    resultText: async (callId) => (await loadAgent()).ask('result-text', { callId, ...about }),
  };
}
