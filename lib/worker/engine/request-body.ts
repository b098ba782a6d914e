import { assertNever } from '../../base/assert-never';
import type { JsonObject } from '../../base/json';
import { toAnthropicRequest } from '../../exporters/anthropic-request';
import { toOpenAIRequest } from '../../exporters/openai-request';
import type { RequestFrame } from '../../exporters/request-frame';
import { anthropicMessages } from '../../importers/anthropic-messages';
import { openaiChat } from '../../importers/openai-chat';
import type { Message } from '../../transcript/transcript';
import { type Provider, validateRequest } from '../../transcript/validate-request';
import type { RequestBody, Violation } from './messages';

/** The messages as a provider requires them, formatted. */
export function requestBody(messages: readonly Message[], frame: RequestFrame, provider: Provider): RequestBody {
  const body = writtenFor(provider, messages, frame);
  return { text: JSON.stringify(body, null, 2), violations: judged(messages, body, provider) };
}

export function requestViolations(
  messages: readonly Message[],
  frame: RequestFrame,
  provider: Provider,
): readonly Violation[] {
  return judged(messages, writtenFor(provider, messages, frame), provider);
}

function writtenFor(provider: Provider, messages: readonly Message[], frame: RequestFrame): JsonObject {
  switch (provider) {
    case 'anthropic':
      return toAnthropicRequest(messages, frame);
    case 'openai':
      return toOpenAIRequest(messages, frame);
    default:
      return assertNever(provider);
  }
}

/**
 * The exporter drops blank texts, moves media and puts results first. The remaining problems are found by validating its
 * output.
 */
function judged(messages: readonly Message[], body: JsonObject, provider: Provider): Violation[] {
  const problems = validateRequest(messages, provider);
  if (problems.length === 0) return [];
  const left = new Set(validateRequest(readBack(body, provider), provider).map(({ rule }) => rule));
  return problems.map((problem) => ({ ...problem, isMended: !left.has(problem.rule) }));
}

function readBack(body: JsonObject, provider: Provider): readonly Message[] {
  const importer = provider === 'anthropic' ? anthropicMessages : openaiChat;
  const reading = importer.start({ fileName: 'request.json', warn: () => undefined });
  reading.add(body, 1);
  return reading.finish()[0]?.messages ?? [];
}
