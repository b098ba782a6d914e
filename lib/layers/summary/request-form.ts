import type { Message, Part } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import type { RequestForm } from '../shape/layer';
import type { SettingsSpec } from '../shape/setting';

export interface RequestFormSettings {
  readonly requestIs: 'conversation' | 'messages' | 'text';
  readonly resultCharacters: number;
}

export const requestFormSettings: SettingsSpec<RequestFormSettings> = {
  requestIs: {
    type: 'choice',
    title: 'Request form',
    explains: 'What the summary request consists of. Only the conversation itself can be read from the cache.',
    rule: 'F14',
    synonyms: ['prompt caching', 'serialize', 'system prompt'],
    options: {
      conversation: 'The conversation, with its system prompt and tools, and the instruction',
      messages: 'The messages without system prompt and tools, and the instruction',
      text: 'One message with the conversation as text, and the instruction',
    },
    default: 'conversation',
  },
  resultCharacters: {
    type: 'number',
    title: 'Max result in the text',
    explains: 'In a request as text, longer tool results are truncated. 0 keeps them whole.',
    rule: 'F14',
    unit: 'characters',
    min: 0,
    max: 1_000_000,
    step: 500,
    default: 2_000,
  },
};

/** Undefined for the conversation itself. */
export function formOf({ requestIs, resultCharacters }: RequestFormSettings): RequestForm | undefined {
  if (requestIs === 'conversation') return undefined;
  return requestIs === 'messages' ? { type: 'messages' } : { type: 'text', resultCharacters };
}

/** [F14] Tokens of the messages in this form. What precedes the conversation is not among them. */
export function tokensInForm(messages: readonly ContextMessage[], form: RequestForm): number {
  let tokens = 0;
  for (const { parts, tokens: whole } of messages) {
    if (form.type === 'messages') {
      tokens += whole;
      continue;
    }
    for (const { part, tokens: each } of parts) tokens += each * shownShare(part, form.resultCharacters);
  }
  return tokens;
}

function shownShare(part: Part, resultCharacters: number): number {
  if (part.kind === 'image' || part.kind === 'document' || part.kind === 'thinking') return 0;
  if (part.kind !== 'tool-result' || resultCharacters === 0) return 1;
  const length = part.parts.reduce((sum, inner) => sum + (inner.kind === 'text' ? inner.text.length : 0), 0);
  return length === 0 ? 0 : Math.min(1, resultCharacters / length);
}

/** [F14] The conversation as text, as a model is asked to summarise it. */
export function conversationText(messages: readonly Message[], form: RequestForm): string {
  // Calls and results would need their tools: as messages, too, they are sent as text.
  const resultCharacters = form.type === 'text' ? form.resultCharacters : 0;
  return messages
    .flatMap(({ role, parts }) => parts.flatMap((part) => partText(role, part, resultCharacters)))
    .join('\n\n');
}

function partText(role: string, part: Part, resultCharacters: number): string[] {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? [] : [`[${role}] ${part.text}`];
    case 'tool-call':
      return [`[call ${part.name}] ${typeof part.input === 'string' ? part.input : JSON.stringify(part.input)}`];
    case 'tool-result': {
      const text = part.parts.flatMap((inner) => (inner.kind === 'text' ? inner.text : [])).join('\n');
      const isLong = resultCharacters > 0 && text.length > resultCharacters;
      return [`[result] ${isLong ? `${text.slice(0, resultCharacters)} [… truncated]` : text}`];
    }
    case 'image':
    case 'document':
      return [`[${part.kind}]`];
    default:
      return [];
  }
}
