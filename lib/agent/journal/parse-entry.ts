import { asArray, asCount, asNumber, asObject, asText, type Json } from '../../base/json';
import { fail, ok, type Result } from '../../base/result';
import { parsePolicy } from '../../policies/parse-policy';
import { layerCommands } from '../../simulator/pipeline/layer-commands';
import { type Entry, JOURNAL_VERSION } from './entry';

/** Whether a value has the shape that somebody goes by. What else is in it is left alone. */
type Check = (value: Json | undefined) => boolean;

/** What the store gives back was written by us, but perhaps by another version, and disks fail. */
export function parseEntry(value: unknown): Result<Entry> {
  const object = asObject(value as Json);
  if (object === undefined) return fail('it is not an object');
  const type = asText(object.type) ?? '';
  const fields = Object.hasOwn(FIELDS, type) ? FIELDS[type as Entry['type']] : undefined;
  if (fields === undefined) return fail(`its type is ${JSON.stringify(object.type)}`);
  const wrong = Object.entries({ timeMs: isNumber, ...fields }).find(([name, check]) => !check(object[name]));
  return wrong === undefined
    ? ok(object as Json as Entry)
    : fail(`"${wrong[0]}" of "${type}" is missing or of another kind`);
}

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => asNumber(value) !== undefined;
const isCount: Check = (value) => asCount(value) !== undefined;
const isObject: Check = (value) => asObject(value) !== undefined;
const isPolicy: Check = (value) => value !== undefined && parsePolicy(value).ok;

function maybe(check: Check): Check {
  return (value) => value === undefined || check(value);
}

function either(...checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

function word(...words: readonly string[]): Check {
  return (value) => words.some((each) => each === value);
}

function list(check: Check): Check {
  return (value) => asArray(value)?.every(check) === true;
}

function table(check: Check): Check {
  return (value) => Object.values(asObject(value) ?? { wrong: null }).every(check);
}

function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value) => {
    const object = asObject(value);
    return object !== undefined && Object.entries(fields).every(([name, check]) => check(object[name]));
  };
}

const isUsage = shape({
  input: isCount,
  cacheRead: isCount,
  cacheWrite5m: isCount,
  cacheWrite1h: isCount,
  output: isCount,
});

const isModel = either(
  shape({ type: word('scripted') }),
  shape({ type: word('api'), id: isText, thinks: isFlag, serverClears: isFlag, serverCompactsFrom: maybe(isCount) }),
);

const isLimits = shape({ calls: isCount, dollars: isCount });

const isBlock = either(
  shape({ type: word('text'), text: isText }),
  shape({ type: word('thinking'), text: isText, signature: isText }),
  shape({ type: word('tool-call'), id: isText, name: isText, input: (value) => value !== undefined }),
  shape({ type: word('opaque'), block: isObject }),
);

const isFileChange = shape({ path: isText, text: (value) => value === null || isText(value) });

const isForkReply = either(
  shape({ type: word('text'), text: isText, tokens: isCount }),
  shape({ type: word('too-long'), gapTokens: maybe(isNumber) }),
  shape({ type: word('error'), what: isText }),
  shape({ type: word('aborted') }),
);

const isPartial = shape({ direction: word('from', 'up-to'), pivot: isText });

const isCommand = either(
  shape({ type: word('compact'), focus: maybe(isText), partial: maybe(isPartial) }),
  shape({ type: word(...layerCommands.map(({ type }) => type)) }),
  shape({ type: word('unfold'), message: isText }),
);

/** Those that must be there, and those that may be: an entry of a new kind does not compile until it has them. */
const FIELDS: Readonly<Record<Entry['type'], Readonly<Record<string, Check>>>> = {
  begun: {
    setup: shape({
      version: (value) => value === JOURNAL_VERSION,
      runId: isText,
      policy: isPolicy,
      model: isModel,
      limits: isLimits,
      files: table(isText),
    }),
  },
  prompt: { text: isText },
  reply: {
    reply: shape({ blocks: list(isBlock), stopReason: isText, usage: maybe(isUsage), timeMs: isNumber }),
  },
  refused: { what: isText, gapTokens: maybe(isNumber) },
  results: {
    results: list(shape({ callId: isText, text: isText, isError: isFlag, tookMs: isNumber })),
    files: list(isFileChange),
    desk: shape({
      todos: list(shape({ text: isText, state: word('open', 'doing', 'done') })),
      seen: table(isText),
    }),
  },
  forked: { reply: isForkReply, usage: maybe(isUsage), tookMs: isNumber },
  command: { command: isCommand },
  policy: { policy: isPolicy },
  model: { model: isModel },
  limits: { limits: isLimits },
  files: { files: list(isFileChange) },
  problem: { what: isText, advice: isText },
  stopped: {},
};
