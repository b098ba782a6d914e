import { assertNever } from '../base/assert-never';
import type { Json, JsonObject } from '../base/json';
import type { ReadInput } from '../reading/read-values';
import type { FormatId } from '../transcript/formats';
import { importers } from './index';
import { arrayRules } from './recognition/array-rules';
import { documentRules } from './recognition/document-rules';
import { lineRules, ownFormat, ownRows } from './recognition/line-rules';
import { messageRules } from './recognition/message-rules';
import { objectsOf, type Rule } from './recognition/rule';

export interface Recognition {
  readonly format: FormatId;
  /** The rules that matched. */
  readonly rule: string;
  /** Continues "recognised because …", for the user. */
  readonly because: string;
  /** How the importer is fed: each line or item separately, or the whole document at once. */
  readonly feed: 'values' | 'document';
}

const importerRules = importers.flatMap(({ format, recognisedBy = [] }) =>
  recognisedBy.map((rule) => ({ ...rule, format })),
);

/** For consecutive records: what importers say about theirs comes before formats that are only named. */
export const recordRules: readonly Rule<readonly JsonObject[]>[] = [
  ownFormat,
  ownRows,
  ...importerRules.flatMap((rule) => ('matches' in rule ? [rule] : [])),
  ...lineRules,
];

/** For a single object, in the same order. If none matches, the rules for records are tried. */
export const objectRules: readonly Rule<JsonObject>[] = [
  ...importerRules.flatMap((rule) => ('matchesDocument' in rule ? [{ ...rule, matches: rule.matchesDocument }] : [])),
  ...documentRules,
];

/** For text whose turns the reading has found. */
export const turnRules: readonly Rule<readonly JsonObject[]>[] = [
  { rule: 'R-T1', format: 'plain-chat', because: 'its lines start with user: and assistant:', matches: () => true },
];

/** Detects the format from the content alone: file names are often wrong. */
export function recognise({ shape, sample }: ReadInput): Recognition | undefined {
  const objects = objectsOf(sample);
  switch (shape) {
    case 'lines':
      return decide(recordRules, objects, 'values');
    case 'array':
      if (objects.length * 2 < sample.length) return undefined;
      return decide(arrayRules, objects, 'values', 'document') ?? decide(recordRules, objects, 'values');
    case 'object': {
      const [document] = objects;
      if (document === undefined) return undefined;
      return decide(objectRules, document, 'document') ?? decide(recordRules, objects, 'values');
    }
    case 'turns':
      return decide(turnRules, objects, 'values');
    default:
      return assertNever(shape);
  }
}

function decide<Input>(
  rules: readonly Rule<Input>[],
  input: Input,
  feed: Recognition['feed'],
  feedOfMessages = feed,
): Recognition | undefined {
  for (const rule of rules) {
    if ('format' in rule) {
      if (rule.matches(input)) return { format: rule.format, rule: rule.rule, because: rule.because, feed };
    } else {
      const found = whoseMessages(rule.messages(input));
      if (found !== undefined) return { ...found, rule: `${rule.rule} ${found.rule}`, feed: feedOfMessages };
    }
  }
  return undefined;
}

function whoseMessages(
  messages: readonly Json[] | undefined,
): Pick<Recognition, 'format' | 'rule' | 'because'> | undefined {
  const objects = objectsOf(messages);
  return messageRules.find((rule) => rule.matches(objects));
}
