import { assertNever } from '../../base/assert-never';
import type { JsonObject } from '../../base/json';
import { offline } from '../../summarizers/offline';
import type { MessageCounter } from '../../tokens/counters';
import { roughMessage, roughPart } from '../../tokens/rough';
import type { ChatModel, ModelOptions, ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { scriptedBlocks, sideBlocks } from './scripted-blocks';

/** How long a reply takes. All zeros reply immediately, without a timer. */
export interface ReplyPace {
  /** Before its first word. */
  readonly firstWordMs: number;
  readonly perWordMs: number;
}

export interface ScriptedOptions {
  /** Read again at every word, so changes take effect immediately. */
  readonly pace: () => ReplyPace;
  readonly nowMs?: () => number;
  /** What it says in a turn, if not what its rules say. */
  readonly turn?: (body: JsonObject) => readonly ReplyBlock[];
}

const atOnce = (): ReplyPace => ({ firstWordMs: 0, perWordMs: 0 });

const counter: MessageCounter = { messageTokens: roughMessage, partTokens: roughPart };

/**
 * A model without a key or network, for the sample repository: rules decide from the request alone. The offline writer
 * answers layers.
 */
export function scriptedModel(options: ScriptedOptions): ChatModel {
  const { pace, nowMs = () => performance.now(), turn = scriptedBlocks } = options;
  return {
    async ask(request, by) {
      const startMs = nowMs();
      // Nobody watches a choice, and a turn waits for it.
      const firstWordMs = (request.purpose === 'recall' ? atOnce : pace)().firstWordMs;
      if (!(await waited(firstWordMs, by.signal))) return { type: 'stopped' };
      const firstTokenMs = nowMs() - startMs;
      const blocks = answerTo(request, turn);
      for (const block of blocks) {
        const isQuiet = request.purpose === 'recall';
        if (!(await told(block, isQuiet ? atOnce : pace, by))) return { type: 'stopped' };
      }
      const stopReason = blocks.some(({ type }) => type === 'tool-call') ? 'tool_use' : 'end_turn';
      return { type: 'answered', reply: { blocks, stopReason, timeMs: nowMs() - startMs, firstTokenMs } };
    },
  };
}

function answerTo(request: ModelRequest, turn: NonNullable<ScriptedOptions['turn']>): readonly ReplyBlock[] {
  if (request.purpose === 'turn' || request.purpose === 'agent') return turn(request.body);
  if (!('ask' in request)) {
    return sideBlocks(request.body) ?? [{ type: 'text', text: 'This request is not one that the script knows.' }];
  }
  const reply = offline(counter).reply(request.ask, { call: 0 });
  return reply.type === 'text' ? [{ type: 'text', text: reply.text }] : [];
}

/** Whether the whole text was delivered before the user stopped it. */
async function told(block: ReplyBlock, pace: () => ReplyPace, { signal, onEvent }: ModelOptions): Promise<boolean> {
  switch (block.type) {
    case 'text':
      for (const text of pace().perWordMs === 0 ? [block.text] : wordsOf(block.text)) {
        if (!(await waited(pace().perWordMs, signal))) return false;
        onEvent?.({ type: 'text', text });
      }
      return !signal.aborted;
    case 'tool-call':
      onEvent?.({ type: 'tool-call', name: block.name });
      return waited(pace().perWordMs, signal);
    case 'thinking':
    case 'opaque':
      return true;
    default:
      return assertNever(block);
  }
}

/** Words including the following blanks: together they are the text. */
function wordsOf(text: string): readonly string[] {
  return text.match(/^\s*\S+\s*|\S+\s*/g) ?? [text];
}

/** Whether the time passed before the user stopped it. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || ms <= 0) return Promise.resolve(!signal.aborted);
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
