import { categoryOf } from '../../tokens/category-of';
import type { DocumentPart, ImagePart, Message, Part, ResultPart, TextPart } from '../../transcript/transcript';
import { editedContext, type Replacement, replaceParts } from '../results/replace-parts';
import type { Context, ContextPart } from '../shape/context';
import type { Env, Layer, Outcome } from '../shape/layer';
import { mediaBytes } from '../shape/media-bytes';
import { NO_REASON, type Reason } from '../shape/reason';
import { withoutAsking } from '../shape/without-asking';

export interface StripMediaSettings {
  readonly mostMegabytes: number;
}

/**
 * Removes images and documents from a request that is too large to send.
 *
 *   user   "as in this picture"                 user   "as in this picture"
 *   user   image, 30 MB            ──▶          user   [image left out]
 *   tool   document, 5 MB                       tool   [document left out]
 *
 * Providers limit the bytes of a request separately from its tokens: a conversation with room left can be rejected.
 */
export const stripMedia: Layer<StripMediaSettings> = {
  title: 'Strip media',
  explains: 'When a request is rejected for its size in bytes, replaces images and documents with short markers.',
  mark: {
    kind: 'media',
    title: 'Media stripped',
    gravity: 30,
    look: { shape: 'M-6-4H6V4H-6ZM-3.5-1.5V1.5H3.5V-1.5Z', color: 'var(--category-media)' },
  },
  settings: {
    mostMegabytes: {
      type: 'number',
      title: 'Max request size',
      explains: 'Size of images and documents above which the provider rejects a request.',
      rule: 'X2',
      unit: 'megabytes',
      min: 1,
      max: 1_000,
      step: 1,
      default: 32,
    },
  },
  reasons: {
    small: 'images and documents take {bytes} bytes ≤ {limit}',
    pinned: 'images and documents take {bytes} bytes > {limit}, but all are pinned',
    stripped: 'images and documents take {bytes} bytes > {limit}: stripped {parts} parts, {tokens} tokens',
  },
  turn: 'refused',
  idle: ({ mediaBytes: bytes }, settings, env) => idleReason(bytes, settings, env),
  ...withoutAsking(decide),
};

const BYTES_PER_MEGABYTE = 1024 * 1024;

function idleReason(bytes: number, { mostMegabytes }: StripMediaSettings, env: Env): Reason | undefined {
  const limit = mostMegabytes * BYTES_PER_MEGABYTE;
  if (bytes > limit) return undefined;
  return env.explainsIdle ? x2('small', { bytes, limit }) : NO_REASON;
}

function decide(context: Context, settings: StripMediaSettings, env: Env): Outcome {
  const { messages, memory } = context;
  let bytes = 0;
  const replacements: Replacement[] = [];
  messages.forEach(({ message: of, parts }, message) => {
    parts.forEach((held, part) => {
      const size = mediaBytes(held.part);
      bytes += size;
      if (size > 0 && !env.pinned.has(of.id)) replacements.push({ message, part, by: withoutMedia(of, held, env) });
    });
  });
  const small = idleReason(bytes, settings, env);
  if (small !== undefined) return { type: 'unchanged', reason: small };
  const limit = settings.mostMegabytes * BYTES_PER_MEGABYTE;
  if (replacements.length === 0) return { type: 'unchanged', reason: x2('pinned', { bytes, limit }) };
  const { edits, parts, tokens } = replaceParts(messages, replacements);
  return {
    type: 'changed',
    context: editedContext(context, edits, memory),
    edits,
    changes: [{ fate: 'cleared', parts, tokens }],
    reason: x2('stripped', { bytes, limit, parts: parts.length, tokens: Math.round(tokens) }),
  };
}

function withoutMedia(of: Message, { part, tokens }: ContextPart, env: Env): ContextPart {
  const stripped: Part = part.kind === 'tool-result' ? { ...part, parts: part.parts.map(marker) } : marker(part);
  return {
    part: stripped,
    category: categoryOf(of, stripped),
    // A measured image may have cost less than the marker.
    tokens: Math.min(tokens, env.counter.partTokens(stripped)),
    state: 'cleared',
  };
}

function marker<Any extends Part | ResultPart>(part: Any): Exclude<Any, ImagePart | DocumentPart> | TextPart;
function marker(part: Part): Part {
  if (part.kind === 'image') return { kind: 'text', text: '[image left out]' };
  return part.kind === 'document' ? { kind: 'text', text: '[document left out]' } : part;
}

function x2(code: string, values: Reason['values']): Reason {
  return { rule: 'X2', code, values };
}
