import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { asArray, asObject, asText, type JsonObject, parseJson } from '../../../lib/base/json';
import type { Behaviour } from '../behaviour';
import { taskProblem } from '../check/check-task';
import { roughTokens } from '../count-tokens';
import type { SeenRequest } from '../seen-requests';
import { sendJson } from '../send';
import { type ChatProblem, sendChatFault, sendChatProblem } from './chat-faults';
import { type ChatModel, chatModelList, findChatModel } from './chat-models';
import { chatProblems } from './check-chat-request';
import { makeCompletion, type PromptTokens } from './make-completion';
import { sendChunks, wholeCompletion } from './send-chunks';

/** Like the API, which requires a key. */
export const KEYED = '/openai/v1';
/** Like a server on one's own machine, which does not look at keys. */
export const KEYLESS = '/local/v1';

const KEY = /^stand-in-/;
const PER_MESSAGE = 4;
const SHORTEST_CACHED = 1_024;
const CACHED_IN_STEPS = 128;

export interface ChatAsked {
  /** After `/v1`. */
  readonly path: string;
  /** Undefined if it was too large. */
  readonly text: string | undefined;
  readonly needsKey: boolean;
  readonly behaviour: Behaviour;
  readonly deltaMs: number;
  /** What the same key has sent. */
  readonly earlier: Iterable<JsonObject>;
}

/** A fake Chat Completions API, which follows the rules of OpenAI's without a model. */
export class ChatServer {
  private readonly cached = new Set<string>();
  private count = 0;

  async answer(asked: ChatAsked, response: ServerResponse, seen: SeenRequest): Promise<void> {
    const { path, text, needsKey, behaviour } = asked;
    this.count += 1;
    response.setHeader('x-request-id', `req_chat_${this.count}`);
    response.setHeader('x-ratelimit-remaining-requests', '49');
    response.setHeader('set-cookie', 'session=of-the-upstream');
    if (needsKey && !KEY.test(seen.key)) sendChatFault(response, 401);
    else if (text === undefined) sendChatFault(response, 413);
    else if (seen.method === 'GET' && path === '/models') {
      if (!refuses(behaviour, response)) sendJson(response, chatModelList());
    } else if (seen.method === 'POST' && path === '/chat/completions') {
      await this.complete(text, asked, response, seen);
    } else {
      sendChatProblem(response, { status: 404, message: `Invalid URL (${seen.method} ${path})` });
    }
  }

  private async complete(text: string, asked: ChatAsked, response: ServerResponse, seen: SeenRequest): Promise<void> {
    const { behaviour, deltaMs } = asked;
    const judged = judge(text, seen, asked.earlier);
    if ('problem' in judged) seen.problem = judged.problem.message;
    if (refuses(behaviour, response)) return;
    if ('problem' in judged) {
      sendChatProblem(response, judged.problem);
      return;
    }
    const { body, model } = judged;
    if (behaviour.type === 'too-long') {
      sendChatProblem(response, tooLong(model.windowTokens + behaviour.overTokens, model));
      return;
    }
    const answer = behaviour.type === 'answer' ? behaviour : ({ type: 'answer' } as const);
    if (answer.delayMs !== undefined) await pause(answer.delayMs);
    const tokens = readBy(model, this.tokensOf(body, seen.key));
    const completion = makeCompletion(String(this.count), body, model, tokens, answer);
    if (body.stream === true) {
      const includesUsage = asObject(body.stream_options)?.include_usage === true;
      await sendChunks(completion, { behaviour, deltaMs: answer.deltaMs ?? deltaMs, includesUsage }, response, seen);
    } else if (behaviour.type === 'drop') response.destroy();
    else sendJson(response, wholeCompletion(completion));
  }

  /** Prefixes are cached without being asked for, in steps. */
  private tokensOf(body: JsonObject, key: string): PromptTokens {
    const hash = createHash('sha256').update(JSON.stringify([key, body.model, body.tools ?? []]));
    let [sent, cached] = [toolTokens(body), 0];
    for (const message of asArray(body.messages) ?? []) {
      sent += messageTokens(message);
      const name = hash.update(JSON.stringify(message)).copy().digest('hex');
      if (this.cached.has(name)) cached = sent;
      this.cached.add(name);
    }
    const inSteps = cached - (cached % CACHED_IN_STEPS);
    return { sent, cached: inSteps < SHORTEST_CACHED ? 0 : inSteps };
  }
}

type Judged = { readonly problem: ChatProblem } | { readonly body: JsonObject; readonly model: ChatModel };

function judge(text: string, seen: SeenRequest, earlier: Iterable<JsonObject>): Judged {
  const parsed = parseJson(text);
  const body = parsed.ok ? asObject(parsed.value) : undefined;
  if (!seen.headers['content-type']?.startsWith('application/json')) {
    return { problem: { message: 'Unsupported content type: this API only accepts application/json.' } };
  }
  if (body === undefined) return { problem: { message: 'We could not parse the JSON body of your request.' } };
  seen.body = body;
  const id = asText(body.model);
  if (id === undefined) return { problem: { message: 'you must provide a model parameter' } };
  const model = findChatModel(id);
  if (model === undefined) {
    const message = `The model \`${id}\` does not exist or you do not have access to it.`;
    return { problem: { status: 404, message, code: 'model_not_found' } };
  }
  const [first] = chatProblems(body, model);
  if (first !== undefined) return { problem: first };
  const task = taskProblem(body, earlier);
  if (task !== undefined) return { problem: { message: task } };
  const tokens = (asArray(body.messages) ?? []).reduce<number>(
    (sum, item) => sum + messageTokens(item),
    toolTokens(body),
  );
  return tokens > model.windowTokens && model.truncates !== true
    ? { problem: tooLong(tokens, model) }
    : { body, model };
}

function readBy({ truncates, windowTokens }: ChatModel, tokens: PromptTokens): PromptTokens {
  return truncates === true ? { sent: Math.min(tokens.sent, windowTokens), cached: 0 } : tokens;
}

function messageTokens(message: unknown): number {
  return PER_MESSAGE + roughTokens(JSON.stringify(message));
}

function toolTokens({ tools }: JsonObject): number {
  return tools === undefined ? 0 : roughTokens(JSON.stringify(tools));
}

function tooLong(tokens: number, { windowTokens }: ChatModel): ChatProblem {
  return {
    message: `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  };
}

/** Ends a request before it is validated, if its behaviour says so. A hanging one stays open. */
function refuses(behaviour: Behaviour, response: ServerResponse): boolean {
  switch (behaviour.type) {
    case 'error':
      if (behaviour.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', String(behaviour.retryAfterSeconds));
      }
      sendChatFault(response, behaviour.status, behaviour.message, behaviour.code);
      return true;
    case 'raw':
      response.writeHead(behaviour.status, { ...behaviour.headers, 'content-type': behaviour.contentType });
      response.end(behaviour.body);
      return true;
    case 'hang':
      return true;
    default:
      return false;
  }
}
