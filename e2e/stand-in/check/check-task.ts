import { asArray, asObject, asText, type Json, type JsonObject } from '../../../lib/base/json';

/** How the request of the agent that keeps the memory begins. */
const TASK = /^You now act as the agent that keeps the memory of this project\./;

/**
 * Our own rule, stricter than the API's: a task that says that it continues a conversation must begin with the very bytes
 * of a request that this key has sent, so that they are read from its cache.
 */
export function taskProblem(body: JsonObject, earlier: Iterable<JsonObject>): string | undefined {
  const before = beforeTask(body);
  if (before === undefined) return undefined;
  const parts = ['model', 'tools', 'system', 'thinking', 'tool_choice', 'context_management'] as const;
  const sameMessages = [...earlier].filter((each) => bytes(each.messages) === bytes(before));
  if (sameMessages.length === 0) return 'messages: the task does not begin with the messages of an earlier request';
  const different = sameMessages.map((each) => parts.filter((part) => bytes(each[part]) !== bytes(body[part])));
  if (different.some((list) => list.length === 0)) return undefined;
  return `${different[0]?.[0]}: differs from that of the request that the task continues`;
}

/** The messages of the request that the task continues; undefined if the request is no task. */
function beforeTask({ messages }: JsonObject): readonly Json[] | undefined {
  const all = asArray(messages) ?? [];
  const at = all.findLastIndex((message) => TASK.test(lastText(message)));
  if (at === -1) return undefined;
  // Its own calls and their results follow; a user who types such a text gets an answer of the agent.
  const { content, role } = asObject(all[at]) ?? {};
  const beside = (asArray(content) ?? []).slice(0, -1);
  if (beside.length > 0) return [...all.slice(0, at), { role: role ?? 'user', content: beside }];
  const isReply = asObject(all[at - 1])?.role === 'assistant';
  return isReply ? all.slice(0, at - 1) : undefined;
}

function lastText(message: Json): string {
  const { role, content } = asObject(message) ?? {};
  if (role !== 'user') return '';
  return asText(content) ?? asText(asObject(asArray(content)?.at(-1))?.text) ?? '';
}

/** Marks say where the cache ends, not what is in it. */
function bytes(value: Json | undefined): string {
  return JSON.stringify(value ?? null, (name, each) => (name === 'cache_control' ? undefined : each));
}
