import { optional } from '../base/optional';
import type { ContextMessage } from '../layers/shape/context';
import type {
  DocumentPart,
  ImagePart,
  Message,
  MessageId,
  Part,
  ResultPart,
  TextPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
  UnknownPart,
} from '../transcript/transcript';

/** A message as layers from outside see it: with its id, so that what stays can be named, and its tokens. */
export interface PlainMessage {
  readonly id: string;
  readonly role: Message['role'];
  readonly kind: Message['kind'];
  readonly tokens: number;
  /** The same for all messages that one response of the model consists of. */
  readonly response?: string;
  /** Must stay as it is. */
  readonly pinned?: true;
  readonly parts: readonly PlainPart[];
}

/** Images and documents come without their data: whoever keeps the message keeps them. */
export type PlainPart =
  | TextPart
  | ThinkingPart
  | ToolCallPart
  | PlainMedia
  | UnknownPart
  | (Omit<ToolResultPart, 'parts'> & { readonly parts: readonly PlainResultPart[] });

type PlainMedia = Omit<ImagePart, 'data'> | Omit<DocumentPart, 'data'>;
type PlainResultPart = TextPart | UnknownPart | PlainMedia;

export function plainMessage({ message, tokens, parts }: ContextMessage, pinned: ReadonlySet<MessageId>): PlainMessage {
  const { id, role, kind, callId } = message;
  return {
    id,
    role,
    kind,
    tokens: Math.round(tokens),
    ...optional('response', callId),
    ...optional('pinned', pinned.has(id) ? (true as const) : undefined),
    parts: parts.map(({ part }) => plainPart(part)),
  };
}

export function plainPart(part: Part): PlainPart {
  if (part.kind === 'tool-result') return { ...part, parts: part.parts.map(plainResultPart) };
  return part.kind === 'image' || part.kind === 'document' ? withoutData(part) : part;
}

function plainResultPart(part: ResultPart): PlainResultPart {
  return part.kind === 'image' || part.kind === 'document' ? withoutData(part) : part;
}

function withoutData({ data: _, ...rest }: ImagePart | DocumentPart): PlainMedia {
  return rest;
}
