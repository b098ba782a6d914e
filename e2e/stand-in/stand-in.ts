import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { assertNever } from '../../lib/base/assert-never';
import { asArray, asObject, asText, type JsonObject, parseJson } from '../../lib/base/json';
import type { Behaviour } from './behaviour';
import { betasOf, headerProblemOf } from './check/check-headers';
import { requestProblems } from './check/check-request';
import { taskProblem } from './check/check-task';
import { requestTokens } from './count-tokens';
import { makeAnswer } from './make-answer';
import { type ManagedContext, managedContext } from './managed-context';
import { findModel, modelList, type StandInModel } from './models';
import { ChatServer, KEYED, KEYLESS } from './openai/chat-server';
import { parseBehaviour } from './parse-behaviour';
import { PrefixCache } from './prefix-cache';
import { type SeenRequest, SeenRequests } from './seen-requests';
import { sendFault, sendJson } from './send';
import { sendStream } from './send-stream';

export interface StandInOptions {
  /** 0 chooses a free one. */
  readonly port?: number;
  readonly nowMs?: () => number;
  /** The default behaviour. */
  readonly accident?: () => Behaviour | undefined;
  /** The default time between two chunks of an answer. */
  readonly deltaMs?: number;
}

const HOST = '127.0.0.1';
const MAX_BYTES = 32 * 1024 * 1024;
const MESSAGES = '/v1/messages';
const COUNT_TOKENS = '/v1/messages/count_tokens';

type Judged =
  | { readonly problem: string; readonly status: 400 | 404 }
  | { readonly context: ManagedContext; readonly model: StandInModel };

/**
 * A fake Messages API over HTTP, which follows the API's rules without a model, and a fake Chat Completions API beside it. Every key has its own queue of
 * behaviours, cache and list of requests, so that parallel tests do not interfere.
 */
export class StandIn {
  private readonly server: Server;
  private readonly cache: PrefixCache;
  private readonly chat = new ChatServer();
  private readonly requests = new SeenRequests();
  private readonly asked = new Map<string, Behaviour[]>();
  private count = 0;

  private constructor(private readonly options: StandInOptions) {
    this.cache = new PrefixCache(options.nowMs ?? Date.now);
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error: unknown) => {
        // A broken connection means that the client has left.
        if (!response.destroyed && !request.destroyed) throw error;
      });
    });
  }

  static async start(options: StandInOptions = {}): Promise<StandIn> {
    const standIn = new StandIn(options);
    await new Promise<void>((resolve, reject) => {
      standIn.server.once('error', reject);
      standIn.server.listen(options.port ?? 0, HOST, resolve);
    });
    return standIn;
  }

  /** Of the Chat Completions API, which requires a key or not. */
  chatAddress({ needsKey = true }: { readonly needsKey?: boolean } = {}): string {
    return this.address + (needsKey ? KEYED : KEYLESS);
  }

  /** Of both APIs, as the app asks for them. */
  get addresses(): { readonly anthropic: string; readonly openai: string } {
    return { anthropic: this.address, openai: this.chatAddress().replace(/\/v1$/, '') };
  }

  get address(): string {
    const address = this.server.address();
    return `http://${HOST}:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** The behaviours of the next requests with this key, in order. */
  behave(key: string, behaviours: readonly Behaviour[], path = MESSAGES): void {
    const name = `${key} ${path}`;
    this.asked.set(name, [...(this.asked.get(name) ?? []), ...behaviours]);
  }

  seen(key?: string): readonly SeenRequest[] {
    return this.requests.of(key);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (url.pathname.startsWith('/stand-in/')) {
      await this.control(url, request, response);
      return;
    }
    this.count += 1;
    const seen = this.requests.add(request);
    response.on('close', () => {
      seen.status = response.statusCode;
      seen.ended ??= response.writableFinished ? 'whole' : 'closed-by-client';
    });
    const chatPath = [KEYED, KEYLESS].find((path) => url.pathname.startsWith(`${path}/`));
    if (chatPath !== undefined) {
      const path = url.pathname.slice(chatPath.length);
      const text = await textOf(request, seen);
      const behaviour = this.behaviourFor(seen.key, path);
      const earlier = this.requests.bodiesBefore(seen);
      const deltaMs = this.options.deltaMs ?? 0;
      const asked = { path, text, needsKey: chatPath === KEYED, behaviour, deltaMs, earlier };
      await this.chat.answer(asked, response, seen);
      return;
    }
    response.setHeader('request-id', `req_stand_in_${this.count}`);
    response.setHeader('anthropic-ratelimit-requests-remaining', '49');
    response.setHeader('set-cookie', 'session=of-the-upstream');

    const text = await textOf(request, seen);
    const problem = headerProblemOf(seen);
    if (text === undefined) sendFault(response, 413);
    else if (problem !== undefined) sendFault(response, problem.status, problem.message);
    else await this.route(url.pathname, text, response, seen);
  }

  private async route(path: string, text: string, response: ServerResponse, seen: SeenRequest): Promise<void> {
    const behaviour = this.behaviourFor(seen.key, path);
    if (seen.method === 'GET' && path === '/v1/models') {
      if (!refuses(behaviour, response)) sendJson(response, modelList());
      return;
    }
    if (seen.method !== 'POST' || (path !== MESSAGES && path !== COUNT_TOKENS)) {
      sendFault(response, 404);
      return;
    }
    const judged = judge(text, seen, path === COUNT_TOKENS, this.requests.bodiesBefore(seen));
    if ('problem' in judged) seen.problem = judged.problem;
    if (refuses(behaviour, response)) return;
    if ('problem' in judged) sendFault(response, judged.status, judged.problem);
    else if (path === COUNT_TOKENS) sendJson(response, countOf(seen.body ?? {}, judged.context));
    else await this.answer(judged.context, judged.model, behaviour, response, seen);
  }

  private behaviourFor(key: string, path: string): Behaviour {
    return this.asked.get(`${key} ${path}`)?.shift() ?? this.options.accident?.() ?? { type: 'answer' };
  }

  private async answer(
    context: ManagedContext,
    model: StandInModel,
    behaviour: Behaviour,
    response: ServerResponse,
    seen: SeenRequest,
  ): Promise<void> {
    if (behaviour.type === 'too-long') {
      sendFault(response, 400, tooLong(model.windowTokens + behaviour.overTokens, model));
      return;
    }
    const answer = behaviour.type === 'answer' ? behaviour : ({ type: 'answer' } as const);
    if (answer.delayMs !== undefined) await pause(answer.delayMs);
    const cache = this.cache.use(context.body, model, seen.key);
    const message = makeAnswer(`msg_stand_in_${this.count}`, context, cache, answer);
    const deltaMs = answer.deltaMs ?? this.options.deltaMs ?? 0;
    if (context.body.stream === true) await sendStream(message, behaviour, deltaMs, response, seen);
    else if (behaviour.type === 'drop') response.destroy();
    else sendJson(response, message);
  }

  /** How a test in another process sets behaviours and reads requests. */
  private async control(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (url.pathname === '/stand-in/requests') {
      sendJson(response, this.seen(url.searchParams.get('key') ?? undefined));
      return;
    }
    const parsed = parseJson((await textOf(request)) ?? '');
    const given = parsed.ok ? asObject(parsed.value) : undefined;
    const behaviours = (asArray(given?.behaviours) ?? []).map(parseBehaviour);
    const known = behaviours.flatMap((behaviour) => behaviour ?? []);
    const key = asText(given?.key);
    if (url.pathname !== '/stand-in/behaviours' || key === undefined || known.length < behaviours.length) {
      sendFault(response, 400, 'Not a behaviour of the stand-in');
      return;
    }
    this.behave(key, known, asText(given?.path));
    sendJson(response, {});
  }
}

function judge(text: string, seen: SeenRequest, isCount: boolean, earlier: Iterable<JsonObject>): Judged {
  const parsed = parseJson(text);
  const body = parsed.ok ? asObject(parsed.value) : undefined;
  if (body === undefined) return { status: 400, problem: 'The request body is not valid JSON' };
  seen.body = body;
  if (body.model === undefined) return { status: 400, problem: 'model: Field required' };
  const model = findModel(asText(body.model) ?? '');
  if (model === undefined) return { status: 404, problem: `model: ${body.model}` };
  const version = seen.headers['anthropic-version'] ?? '';
  const [first] = requestProblems(body, { model, version, betas: betasOf(seen.headers), isCount });
  if (first !== undefined) return { status: 400, problem: first };
  const task = isCount ? undefined : taskProblem(body, earlier);
  if (task !== undefined) return { status: 400, problem: task };
  const context = managedContext(body);
  const tokens = requestTokens(context.body);
  return tokens > model.windowTokens && !isCount
    ? { status: 400, problem: tooLong(tokens, model) }
    : { context, model };
}

/** Ends a request before it is validated, if its behaviour says so. A hanging one stays open. */
function refuses(behaviour: Behaviour, response: ServerResponse): boolean {
  switch (behaviour.type) {
    case 'error':
      if (behaviour.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', String(behaviour.retryAfterSeconds));
      }
      sendFault(response, behaviour.status, behaviour.message);
      return true;
    case 'hang':
      return true;
    case 'raw':
      response.writeHead(behaviour.status, { ...behaviour.headers, 'content-type': behaviour.contentType });
      response.end(behaviour.headers?.['content-encoding'] === 'gzip' ? gzipSync(behaviour.body) : behaviour.body);
      return true;
    case 'answer':
    case 'too-long':
    case 'error-event':
    case 'drop':
    case 'stall':
      return false;
    default:
      return assertNever(behaviour);
  }
}

async function textOf(request: IncomingMessage, seen?: SeenRequest): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  if (seen !== undefined) seen.bodyBytes = size;
  return size > MAX_BYTES ? undefined : Buffer.concat(chunks).toString();
}

function countOf(asSent: JsonObject, { body }: ManagedContext): object {
  const original = { context_management: { original_input_tokens: requestTokens(asSent) } };
  return { input_tokens: requestTokens(body), ...(body.context_management === undefined ? {} : original) };
}

function tooLong(tokens: number, { windowTokens }: StandInModel): string {
  return `prompt is too long: ${tokens} tokens > ${windowTokens} maximum`;
}
