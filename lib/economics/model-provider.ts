import type { Provider } from '../transcript/validate-request';

/**
 * Which API a model is asked through is a part of its id, so that links, saved runs and journals say it too:
 *
 *   claude-opus-5          the Messages API
 *   chat/gpt-5.4-mini      the OpenAI-compatible server
 *   free/qwen3:8b          the same, and the user says that it costs nothing
 */
const MARKS = { chat: 'chat/', free: 'free/' } as const;
const MARKED = /^(?:chat|free)\//;

export function providerOf(model: string): Provider {
  return MARKED.test(model) ? 'openai' : 'anthropic';
}

/** The id that the provider knows. */
export function sentModelId(model: string): string {
  return model.replace(MARKED, '');
}

/** A model of the OpenAI-compatible server. */
export function compatibleModelId(id: string, isFree: boolean): string {
  return (isFree ? MARKS.free : MARKS.chat) + id;
}

/** The same model under what this browser's user says of the server's prices. */
export function pricedByUser(model: string, isFree: boolean): string {
  return providerOf(model) === 'openai' ? compatibleModelId(sentModelId(model), isFree) : model;
}

export function isFreeModel(model: string): boolean {
  return model.startsWith(MARKS.free);
}
