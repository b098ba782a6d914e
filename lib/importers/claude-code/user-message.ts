import { asArray, asBoolean, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { MessageKind, Origin, Part, Role } from '../../transcript/transcript';
import { anthropicParts } from '../anthropic/anthropic-content';

export interface UserMessage {
  readonly role: Role;
  readonly kind: MessageKind;
  readonly parts: readonly Part[];
  readonly origin?: Origin;
}

const COMMAND_ECHO =
  /^\s*<(command-(name|message|args)|local-command-(stdout|stderr|caveat)|bash-(input|stdout|stderr))>/;
const INJECTED = /^\s*(<(task-notification|teammate-message|system-reminder)[\s>]|\[Request interrupted by user)/;
const INTERRUPT = '[Request interrupted by user';

/** What a `user` record adds for the model; undefined without content. */
export function userMessage(record: JsonObject): UserMessage | undefined {
  const content = asObject(record.message)?.content;
  if (typeof content !== 'string' && asArray(content) === undefined) return undefined;
  const parts = anthropicParts(content);
  // The program marks a summary as visible on screen only. The model sees it anyway.
  const isSummary = asBoolean(record.isCompactSummary) === true;
  if (!isSummary && parts.some((part) => part.kind === 'tool-result')) {
    return { role: 'tool', kind: 'tool-results', parts };
  }
  return { role: 'user', kind: isSummary ? 'summary' : kindOf(record, parts), parts };
}

function kindOf(record: JsonObject, parts: readonly Part[]): MessageKind {
  if (asBoolean(record.isMeta) === true || isFromProgram(record.origin)) return 'injected';
  return kindOfText(parts);
}

/** Whether a person typed it, by its first words: the agent marks its own texts with tags. */
export function kindOfText(parts: readonly Part[]): MessageKind {
  const first = parts.find((part) => part.kind === 'text');
  const start = first?.text.slice(0, 200) ?? '';
  if (COMMAND_ECHO.test(start)) return 'command-echo';
  return INJECTED.test(start) ? 'injected' : 'prompt';
}

/** Newer versions record who wrote a message. */
export function isFromProgram(origin: Json | undefined): boolean {
  const kind = asText(asObject(origin)?.kind);
  return kind !== undefined && kind !== 'human';
}

/** The sentence that the agent adds when the user stopped it, in the message or in the result of the running tool. */
export function interruptText(parts: readonly Part[]): string | undefined {
  for (const part of parts) {
    if (part.kind === 'text' && part.text.startsWith(INTERRUPT)) return part.text;
    const inner = part.kind === 'tool-result' ? part.parts[0] : undefined;
    if (inner?.kind === 'text' && inner.text.startsWith(INTERRUPT)) return inner.text;
  }
  return undefined;
}
