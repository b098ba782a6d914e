import type { JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import type { ChatModel, ModelOutcome, ModelRequest } from '../journal/chat-model';
import type { Entry, ModelChoice, OwnSetup, ReplyBlock } from '../journal/entry';
import { type MemoryRun, memoryRun, settled } from './memory-run.test-support';

let calls = 0;

export const calling = (name: string, input: JsonObject): ReplyBlock => {
  calls += 1;
  return { type: 'tool-call', id: `toolu_${calls}`, name, input };
};

export const saying = (text: string): ReplyBlock => ({ type: 'text', text });

export const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });

/** Settings with one group for each event. */
export const hooked = (events: Readonly<Record<string, readonly object[]>>, matcher?: string) => ({
  hooks: Object.fromEntries(
    Object.entries(events).map(([event, hooks]) => [event, [{ ...(matcher === undefined ? {} : { matcher }), hooks }]]),
  ),
});

interface HookedRunParts {
  readonly settings?: object;
  readonly files?: Readonly<Record<string, string>>;
  /** The blocks of each turn; then it only says that it is done. */
  readonly turns?: readonly (readonly ReplyBlock[])[];
  readonly entries?: readonly Entry[];
  readonly policy?: Policy;
  readonly own?: OwnSetup;
  readonly choice?: ModelChoice;
  /** Told of each call that a tool is run for. */
  readonly onRun?: (callId: string) => void;
  readonly answer?: (request: ModelRequest) => ModelOutcome | undefined;
  /** What is never answered, only stopped. */
  readonly holds?: (request: ModelRequest) => boolean;
}

/** A run with the real tools, the real shell and a model that says what it is told. */
export function hookedRun({
  settings,
  files = {},
  turns = [],
  entries,
  policy = playground,
  own,
  choice,
  onRun,
  answer,
  holds,
}: HookedRunParts) {
  const rest = [...turns];
  const model = (scripted: ChatModel): ChatModel => ({
    ask: async (request, options) => {
      const special = answer?.(request);
      if (special !== undefined) return special;
      if (holds?.(request) === true) return stoppedBy(options.signal);
      if (request.purpose !== 'turn') return scripted.ask(request, options);
      return answered(rest.shift() ?? [saying('Done.')]);
    },
  });
  const all = { 'a.txt': 'one\n', ...files };
  return memoryRun({
    policy,
    model,
    files: settings === undefined ? all : { ...all, '.claude/settings.json': JSON.stringify(settings) },
    ...optional('own', own),
    ...optional('choice', choice),
    ...optional('onRun', onRun),
    ...optional('entries', entries),
  });
}

function stoppedBy(signal: AbortSignal | undefined): Promise<ModelOutcome> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve({ type: 'stopped' }), { once: true });
  });
}

export function answered(blocks: readonly ReplyBlock[]): ModelOutcome {
  const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'tool_use' : 'end_turn';
  return { type: 'answered', reply: { blocks, stopReason, timeMs: 1 } };
}

export async function prompted(run: MemoryRun, text = 'Go'): Promise<void> {
  await run.host.enter({ type: 'prompt', text });
  await settled(run);
}

/** Everything that the agent can read now, one line for each message. */
export function contextOf({ host }: MemoryRun): readonly string[] {
  return host.state.run.context.map(({ message, parts }) => {
    const texts = parts.map(({ part }) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'tool-call') return `call ${part.name}`;
      if (part.kind === 'tool-result') return part.parts.map((each) => ('text' in each ? each.text : '')).join('');
      return '';
    });
    return `${message.kind}: ${texts.join(' ')}`;
  });
}

/** What ran, with its exit code. */
export function firingsOf({ host }: MemoryRun): readonly string[] {
  return host.state.run.hooks.log.map(({ event, firing }) => `${event} ${firing.runs} ${firing.exit}`);
}
