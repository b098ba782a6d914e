import { asArray, asObject, asText, type JsonObject } from '../../base/json';
import type { ChatRefusal } from './chat-refusal';
import { objectsIn, withText } from './chat-request';

/**
 * Servers differ in what they know, and nothing but their rejection says so. A change is made only if the rejection names
 * what it is about, and once per request: nothing was charged for it.
 */
export function withoutRejected(body: JsonObject, { refused }: ChatRefusal): Changed | undefined {
  const { status = 0, message, param = '' } = refused;
  // Some servers answer with 500 for what they cannot do.
  if (!refused.isOfApi || (status !== 400 && status !== 422 && status !== 500)) return undefined;
  const said = `${param} ${message}`;
  for (const change of CHANGES) {
    const changed = change.names.test(said) ? change.change(body) : undefined;
    if (changed !== undefined) return { body: changed, change };
  }
  return undefined;
}

/** What is known of a model by now, so that its next request is not rejected first. */
export class KnownChanges {
  private readonly byModel = new Map<string, Change[]>();

  apply(body: JsonObject): JsonObject {
    const changes = this.byModel.get(asText(body.model) ?? '') ?? [];
    return changes.reduce((changed, { change }) => change(changed) ?? changed, body);
  }

  add(body: JsonObject, change: Change): void {
    const model = asText(body.model) ?? '';
    if (change.isOfModel) this.byModel.set(model, [...(this.byModel.get(model) ?? []), change]);
  }
}

interface Changed {
  readonly body: JsonObject;
  readonly change: Change;
}

interface Change {
  readonly names: RegExp;
  /** Otherwise of one request. */
  readonly isOfModel: boolean;
  /** Undefined if there is nothing to change. */
  change(body: JsonObject): JsonObject | undefined;
}

const CHANGES: readonly Change[] = [
  {
    names:
      /\bmax_(?:completion_)?tokens\b.{0,300}(?:unsupported|unrecogni[sz]ed|unknown|not supported|not permitted|extra)|(?:unsupported|unrecogni[sz]ed|unknown|not supported|not permitted|extra).{0,300}\bmax_(?:completion_)?tokens\b/is,
    isOfModel: true,
    change: ({ max_tokens, max_completion_tokens, ...rest }) =>
      max_tokens === undefined
        ? { ...rest, max_tokens: max_completion_tokens }
        : { ...rest, max_completion_tokens: max_tokens },
  },
  {
    names: /stream_options/i,
    isOfModel: true,
    change: ({ stream_options, ...rest }) => (stream_options === undefined ? undefined : rest),
  },
  { names: /response_format|json_schema/i, isOfModel: true, change: inWords },
  { names: /image|vision|multimodal|mmproj/i, isOfModel: false, change: withoutImages },
];

function inWords({ response_format, ...rest }: JsonObject): JsonObject | undefined {
  const schema = asObject(asObject(response_format)?.json_schema)?.schema;
  if (schema === undefined) return undefined;
  const messages = withText(objectsIn(rest.messages), `It must follow this JSON Schema: ${JSON.stringify(schema)}`);
  return { ...rest, messages };
}

/** For models that only read text, and images that the server does not take. */
function withoutImages(body: JsonObject): JsonObject | undefined {
  let found = 0;
  const messages = objectsIn(body.messages).map((message) => {
    const parts = asArray(message.content);
    if (parts === undefined) return message;
    const content = parts.map((part) => {
      if (asText(asObject(part)?.type) !== 'image_url') return part;
      found += 1;
      return { type: 'text', text: '[image, left out: the server rejected it]' };
    });
    return { ...message, content };
  });
  return found === 0 ? undefined : { ...body, messages };
}
