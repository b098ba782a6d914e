import { asArray, asObject, asText, type Json, type JsonObject } from '../../../lib/base/json';
import { type Block, blocksOf } from '../api-request';
import { isOwnSignature, signatureOf } from '../signature';
import { choiceProblems, fieldProblems, type Problems, textProblems } from './check-fields';

/** Where a block is allowed. */
export type BlockPlace = 'user' | 'assistant' | 'system' | 'tool_result';

interface BlockRule {
  readonly places: readonly BlockPlace[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

const RULES: Readonly<Record<string, BlockRule>> = {
  text: {
    places: ['user', 'assistant', 'system', 'tool_result'],
    required: ['text'],
    optional: ['cache_control', 'citations'],
  },
  image: { places: ['user', 'tool_result'], required: ['source'], optional: ['cache_control'] },
  document: {
    places: ['user', 'tool_result'],
    required: ['source'],
    optional: ['cache_control', 'title', 'context', 'citations'],
  },
  tool_use: { places: ['assistant'], required: ['id', 'name', 'input'], optional: ['cache_control', 'caller'] },
  tool_result: { places: ['user'], required: ['tool_use_id'], optional: ['content', 'is_error', 'cache_control'] },
  thinking: { places: ['assistant'], required: ['thinking', 'signature'], optional: [] },
  compaction: {
    places: ['assistant'],
    required: [],
    optional: ['content', 'encrypted_content', 'signature', 'cache_control'],
  },
  redacted_thinking: { places: ['assistant'], required: ['data'], optional: [] },
};
const MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const LARGEST_IMAGE_BYTES = 5_242_880;
const ID = /^[a-zA-Z0-9_-]+$/;

export function* blockProblems(block: Block, place: BlockPlace): Problems {
  const { path, type, value } = block;
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
  if (rule === undefined) {
    const known = Object.keys(RULES).map((name) => `'${name}'`);
    yield `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${known.join(', ')}`;
    return;
  }
  if (!rule.places.includes(place)) {
    yield `${path}: \`${type}\` blocks are not allowed in \`${place}\``;
    return;
  }
  yield* fieldProblems(`${path}.${type}`, value, rule.required, ['type', ...rule.optional]);
  yield* contentProblems(block, place);
}

function* contentProblems({ path, type, value }: Block, place: BlockPlace): Problems {
  const at = `${path}.${type}`;
  switch (type) {
    case 'text':
      yield* textProblems(`${at}.text`, value.text);
      if (value.text === '') yield 'messages: text content blocks must be non-empty';
      else if (asText(value.text)?.trim() === '')
        yield 'messages: text content blocks must contain non-whitespace text';
      if (place === 'user' && (asArray(value.citations)?.length ?? 0) > 0) {
        yield `${at}.citations: citations are not allowed in \`user\` messages`;
      }
      return;
    case 'image':
      yield* sourceProblems(at, value.source, MEDIA_TYPES);
      return;
    case 'document':
      yield* sourceProblems(at, value.source, ['application/pdf', 'text/plain']);
      return;
    case 'tool_use':
      yield* textProblems(`${at}.id`, value.id, ID);
      yield* textProblems(`${at}.name`, value.name, /^[a-zA-Z0-9_-]{1,200}$/);
      if (asObject(value.input) === undefined) yield `${at}.input: Input should be a valid dictionary`;
      return;
    case 'tool_result':
      yield* resultProblems(at, value);
      return;
    case 'thinking':
      yield* textProblems(`${at}.thinking`, value.thinking);
      if (!isOwnSignature(asText(value.thinking) ?? '', asText(value.signature) ?? '')) {
        yield `${path}: Invalid \`signature\` in \`thinking\` block`;
      }
      return;
    case 'compaction': {
      const signature = signatureOf(asText(value.content) ?? '');
      if (value.content !== null && value.encrypted_content !== signature && value.signature !== signature) {
        yield `${path}: the \`compaction\` block was changed`;
      }
      return;
    }
    default:
      return;
  }
}

function* resultProblems(at: string, value: JsonObject): Problems {
  yield* textProblems(`${at}.tool_use_id`, value.tool_use_id, ID);
  if (value.is_error !== undefined && typeof value.is_error !== 'boolean') {
    yield `${at}.is_error: Input should be a valid boolean`;
  }
  if (typeof value.content === 'string' || value.content === undefined) return;
  if (asArray(value.content) === undefined) yield `${at}.content: Input should be a valid list`;
  for (const inner of blocksOf(value.content, `${at}.content`)) {
    yield* blockProblems(inner, 'tool_result');
    if (value.is_error === true && inner.type !== 'text') {
      yield `${at}: all content must be type "text" if "is_error" is true`;
    }
  }
}

function* sourceProblems(at: string, given: Json | undefined, mediaTypes: readonly string[]): Problems {
  const source = asObject(given) ?? {};
  const type = asText(source.type) ?? '';
  yield* choiceProblems(`${at}.source.type`, type, ['base64', 'url', 'file', 'text', 'content']);
  if (type === 'url' && !/^https:\/\//.test(asText(source.url) ?? ''))
    yield `${at}.source.url: Only HTTPS URLs are supported.`;
  if (type !== 'base64') return;
  yield* fieldProblems(`${at}.source.base64`, source, ['type', 'media_type', 'data'], []);
  yield* choiceProblems(`${at}.source.base64.media_type`, source.media_type, mediaTypes);
  const data = asText(source.data) ?? '';
  if (data === '') yield `${at}.source.base64.data: image cannot be empty`;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data)) yield `${at}.source.base64.data: Invalid base64 data`;
  const bytes = Math.floor((data.length * 3) / 4);
  if (mediaTypes === MEDIA_TYPES && bytes > LARGEST_IMAGE_BYTES) {
    yield `${at}.source.base64: image exceeds 5 MB maximum: ${bytes} bytes > ${LARGEST_IMAGE_BYTES} bytes`;
  }
}
