import type { Errand } from './errand';
import { errandIn, withoutPoliteness } from './read-errand';

type Refusal = Extract<Errand, { type: 'refuse' }>;

const LONGEST = 2_000;
const MAX_SHOWN = 80;
/** After these words another request begins, even behind a text to be written. */
const NEXT = /(?:[.;!?]|\n|,)\s*(?:and\s+)?(?:then|after that|afterwards|finally)\b[\s,:]*/gi;
const AND =
  /,?(?<!\s)\s+and\s+(?!\s)(?=(?:also\s+)?(?:write|create|add|append|make|delete|remove|rename|move|copy|replace|change|show|print|run|execute|search|find|count|list|read|tell|explain|review|fix|commit|save|store|put|send|summari[sz]e)\b)/gi;
/** A list of files after one verb. "Search for salt and pepper" is one thing. */
const LISTED: ReadonlySet<Errand['type']> = new Set(['create', 'delete', 'show', 'describe', 'move', 'copy', 'append']);

/** If a prompt asks for an errand and more: each as a prompt of its own, because an errand is one thing. */
export function severalIn(prompt: string, isUnderstood: (part: string) => boolean): Refusal | undefined {
  if (prompt.length > LONGEST) return undefined;
  const parts = partsOf(prompt.trim());
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0 || !isDone(errandIn(first))) return undefined;
  const examples = parts.filter(isUnderstood).map((part) => part.replace(/(?<![.,;!\s])[.,;!\s]+$/, ''));
  const unknown = parts.find((part) => !isUnderstood(part));
  const shown = unknown === undefined ? '' : ` “${unknown.slice(0, MAX_SHOWN).toWellFormed()}” is not one of them.`;
  return {
    type: 'refuse',
    why: `I do one thing at a time, and only what my rules cover.${shown}${examples.length > 1 ? ' Send these one after another.' : ''}`,
    examples,
  };
}

function isDone(errand: Errand | undefined): boolean {
  return errand !== undefined && errand.type !== 'refuse' && errand.type !== 'abilities';
}

function partsOf(prompt: string): readonly string[] {
  const masked = withoutQuotes(prompt);
  const text = masked.search(/:\s/);
  const breaks = [
    ...masked.matchAll(NEXT),
    ...[...masked.matchAll(AND)].filter(({ index }) => text === -1 || index < text),
  ].toSorted((a, b) => a.index - b.index);
  const starts = [0, ...breaks.map((found) => found.index + found[0].length)];
  const ends = [...breaks.map(({ index }) => index), prompt.length];
  const parts = starts
    .map((start, place) => withoutPoliteness(prompt.slice(start, ends[place])))
    .filter((part) => part !== '');
  return parts.length === 1 ? listIn(prompt, masked) : parts;
}

/** "Delete a.txt and b.txt" */
function listIn(prompt: string, masked: string): readonly string[] {
  const [start = '', verb = ''] = /^(?:please\s+)?(\w+)\s+/i.exec(masked) ?? [];
  const and = masked.indexOf(' and ');
  if (verb === '' || and <= start.length || masked.slice(0, and).includes(': ')) return [prompt];
  const parts = [prompt.slice(start.length, and), prompt.slice(and + ' and '.length)].map((part) => `${verb} ${part}`);
  const areAll = parts.every((part) => {
    const errand = errandIn(part);
    return errand !== undefined && isDone(errand) && LISTED.has(errand.type);
  });
  return areAll ? parts : [prompt];
}

/** Of the same length. */
function withoutQuotes(text: string): string {
  return text.replace(/```[\s\S]*?```|"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g, (quoted) => 'x'.repeat(quoted.length));
}
