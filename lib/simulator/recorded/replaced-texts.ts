import { withReplaced } from '../../layers/results/replace-parts';
import type { ContextMessage } from '../../layers/shape/context';
import { textOfResult } from '../../layers/shape/stored-result';
import type { MessageCounter } from '../../tokens/counters';
import type { Message } from '../../transcript/transcript';

/** Whoever publishes a recording replaces what looks secret: the agent counted other lengths than the file has. */
const REPLACED = /\bREDACTED\b/;

/** A field and its value, in JSON or YAML. */
const FIELD = /(\w{1,80}"?: ?"?)([^\s"{},]{6,300})(?=["}\s,])/g;

export function hasReplaced(text: string): boolean {
  return REPLACED.test(text);
}

/**
 * Results in the length that the agent counted, where that is known: a replaced value was as long as the others of its
 * field, if the recording has others, and all of one length. The filler is no content.
 */
export function withReplacedLengths(
  messages: readonly ContextMessage[],
  counter: MessageCounter,
): readonly ContextMessage[] {
  const isReplaced = messages.some(({ message }) => resultsOf(message).some(hasReplaced));
  if (!isReplaced) return messages;
  const lengths = lengthsByField(messages.flatMap(({ message }) => resultsOf(message)));
  return messages.map((message) => {
    const replacements = message.parts.flatMap(({ part, category, state }, place) => {
      if (part.kind !== 'tool-result' || state !== 'whole' || !hasReplaced(textOfResult(part))) return [];
      const text = lengthened(textOfResult(part), lengths);
      const whole = { ...part, parts: [{ kind: 'text' as const, text }] };
      return [{ part: place, by: { part: whole, category, tokens: counter.partTokens(whole), state } }];
    });
    return replacements.length === 0 ? message : withReplaced(message, replacements);
  });
}

function resultsOf({ parts }: Message): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'tool-result' ? [textOfResult(part)] : []));
}

/** Only the fields whose values have all the same length. */
function lengthsByField(texts: readonly string[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const mixed = new Set<string>();
  for (const text of texts) {
    for (const [, before = '', value = ''] of text.matchAll(FIELD)) {
      if (hasReplaced(value)) continue;
      const field = nameOf(before);
      const known = lengths.get(field);
      if (known === undefined) lengths.set(field, value.length);
      else if (known !== value.length) mixed.add(field);
    }
  }
  for (const field of mixed) lengths.delete(field);
  return lengths;
}

function lengthened(text: string, lengths: ReadonlyMap<string, number>): string {
  return text.replace(FIELD, (whole, before: string, value: string) => {
    const length = hasReplaced(value) ? lengths.get(nameOf(before)) : undefined;
    return length === undefined ? whole : before + value.padEnd(length, '-');
  });
}

function nameOf(before: string): string {
  return before.replace(/(?<!\W)\W+$/, '');
}
