import type { HomeHistory } from '../../agent/project/home-history';
import type { agent } from '../../worker/agent/agent-client';
import type { CountedTokens, SentBody } from '../../worker/agent/agent-messages';
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
  /** [J1] Of its project, as all its sessions left it. */
  home(): Promise<HomeHistory>;
  homeText(place: number): Promise<string>;
  /** In our own file format. */
  transcript(): Promise<Blob>;
  /** All files as one `.tar`. */
  workspace(): Promise<Blob>;
}

export function createRunAsks(loadAgent: () => Promise<Pick<typeof agent, 'ask'>>): RunAsks {
  return {
    context: async (call) => unpackContext(await (await loadAgent()).ask('context-at', { call })),
    messages: {
      message: async (place) => (await loadAgent()).ask('context-message', place),
      recorded: async (index) => (await loadAgent()).ask('message', { index }),
      // A run does not track where restored content comes from.
      restoredFrom: async () => null,
      search: async (text, options) => (await loadAgent()).ask('search', { text }, options),
      violations: async (side, options) => (await loadAgent()).ask('context-violations', side, options),
      body: async (side, options) => (await loadAgent()).ask('context-body', side, options),
    },
    request: async (call) => (await loadAgent()).ask('request-at', { call }),
    countTokens: async () => (await loadAgent()).ask('count-tokens', null),
    resultText: async (callId) => (await loadAgent()).ask('result-text', { callId }),
    fileText: async (path) => (await loadAgent()).ask('file-text', { path }),
    home: async () => (await loadAgent()).ask('home', null),
    homeText: async (place) => (await loadAgent()).ask('home-text', { place }),
    transcript: async () => (await loadAgent()).ask('transcript', null),
    workspace: async () => (await loadAgent()).ask('workspace', null),
  };
}
