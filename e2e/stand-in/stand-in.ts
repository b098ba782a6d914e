import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { assertNever } from '../../lib/base/assert-never';
import { asArray, asObject, asText, type Json, type JsonObject, parseJson } from '../../lib/base/json';
import { type BatchCall, type BatchEnding, Batches, type BatchFault, batchCallOf, MAX_BATCH_BYTES } from './batches';
import type { Behaviour } from './behaviour';
import { betasOf, headerProblemOf } from './check/check-headers';
import { requestProblems } from './check/check-request';
import { taskProblem } from './check/check-task';
import { requestTokens } from './count-tokens';
import { type AnswerMessage, makeAnswer } from './make-answer';
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
  /** Batches end after their first look. Otherwise a test ends them. */
  readonly endsBatches?: boolean;
}

const HOST = '127.0.0.1';
const MAX_BYTES = 32 * 1024 * 1024;
const MESSAGES = '/v1/messages';
const COUNT_TOKENS = '/v1/messages/count_tokens';
const BATCHES = '/v1/messages/batches';
/** The requests in a batch, for behaviours. */
const BATCHES_REQUESTS = `${BATCHES}/requests`;

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
  private readonly batches: Batches;
  private readonly requests = new SeenRequests();
  private readonly asked = new Map<string, Behaviour[]>();
  private count = 0;

  private constructor(private readonly options: StandInOptions) {
    this.cache = new PrefixCache(options.nowMs ?? Date.now);
    this.batches = new Batches(
      options.nowMs ?? Date.now,
      (params, sentWith) => this.answerInBatch(params, sentWith),
      options.endsBatches ?? false,
    );
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

  /** Ends the batches of a key, and says which. */
  endBatches(key: string, ending: BatchEnding = {}): readonly string[] {
    return this.batches.endAll(key, ending);
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

    const batchCall = batchCallOf(url.pathname, request.method);
    const text = await textOf(request, seen, batchCall === undefined ? MAX_BYTES : MAX_BATCH_BYTES);
    const problem = headerProblemOf(seen, batchCall?.type !== 'cancel');
    if (text === undefined) sendFault(response, 413);
    else if (problem !== undefined) sendFault(response, problem.status, problem.message);
    else if (batchCall !== undefined) this.batchRoute(batchCall, text, response, seen);
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

  /** A behaviour is meant for `/v1/messages/batches`, or for the same with `/id`, `/id/cancel` or `/id/results`. */
  private batchRoute(call: BatchCall, text: string, response: ServerResponse, seen: SeenRequest): void {
    const paths = {
      create: BATCHES,
      retrieve: `${BATCHES}/id`,
      cancel: `${BATCHES}/id/cancel`,
      results: `${BATCHES}/id/results`,
    };
    const behaviour = this.behaviourFor(seen.key, paths[call.type]);
    const shown = behaviour.type === 'drop' ? this.batchAnswer(call, text, seen) : undefined;
    if (shown !== undefined) response.destroy();
    else if (!refuses(behaviour, response)) {
      const answer = this.batchAnswer(call, text, seen);
      if (typeof answer === 'string') {
        response.writeHead(200, { 'content-type': 'application/x-jsonl' });
        response.end(answer);
      } else if ('status' in answer && 'message' in answer) sendFault(response, answer.status, answer.message);
      else sendJson(response, answer);
    }
  }

  private batchAnswer(call: BatchCall, text: string, seen: SeenRequest): object | string | BatchFault {
    if (call.type === 'create') {
      const parsed = parseJson(text);
      const body = parsed.ok ? asObject(parsed.value) : undefined;
      if (body === undefined) return { status: 400, message: 'The request body is not valid JSON' };
      seen.body = body;
      const created = this.batches.create(body, seen, this.address);
      if ('message' in created) seen.problem = String(created.message);
      return created;
    }
    if (call.type === 'results') return this.batches.results(call.id, seen.key);
    return this.batches[call.type](call.id, seen.key, this.address);
  }

  /** As if it was sent alone. */
  private answerInBatch(
    params: JsonObject,
    { key, headers }: Pick<SeenRequest, 'key' | 'headers'>,
  ): AnswerMessage | { readonly problem: string } {
    this.count += 1;
    const judged = judge(JSON.stringify(params), { headers }, false, []);
    if ('problem' in judged) return { problem: judged.problem };
    const { context, model } = judged;
    const behaviour = this.behaviourFor(key, BATCHES_REQUESTS);
    const answer = behaviour.type === 'answer' ? behaviour : ({ type: 'answer' } as const);
    return makeAnswer(`msg_stand_in_${this.count}`, context, this.cache.use(context.body, model, key), answer);
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
    if (url.pathname === '/stand-in/batches') {
      const named = (ids: Json | undefined) => (asArray(ids) ?? []).flatMap((id) => asText(id) ?? []);
      const ending = { expire: named(given?.expire), fail: named(given?.fail) };
      sendJson(response, this.endBatches(asText(given?.key) ?? '', ending));
      return;
    }
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

function judge(
  text: string,
  seen: Pick<SeenRequest, 'headers' | 'body'>,
  isCount: boolean,
  earlier: Iterable<JsonObject>,
): Judged {
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
      response.end(
        behaviour.headers?.['content-encoding'] === 'gzip' && behaviour.isDamaged !== true
          ? gzipSync(behaviour.body)
          : behaviour.body,
      );
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

async function textOf(
  request: IncomingMessage,
  seen?: SeenRequest,
  mostBytes = MAX_BYTES,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  if (seen !== undefined) seen.bodyBytes = size;
  return size > mostBytes ? undefined : Buffer.concat(chunks).toString();
}

function countOf(asSent: JsonObject, { body }: ManagedContext): object {
  const original = { context_management: { original_input_tokens: requestTokens(asSent) } };
  return { input_tokens: requestTokens(body), ...(body.context_management === undefined ? {} : original) };
}

function tooLong(tokens: number, { windowTokens }: StandInModel): string {
  return `prompt is too long: ${tokens} tokens > ${windowTokens} maximum`;
}
