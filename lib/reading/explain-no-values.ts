import type { Failure } from '../base/failure';
import type { Dropped } from './assemble-records';
import { BINARY, HTML, looksBinary } from './sniff';
import { inMegabytes, MAX_TEXT_LENGTH, TOO_LARGE_ADVICE } from './text-limits';

interface NothingFound {
  /** The beginning of the text, without leading whitespace. */
  readonly head: string;
  readonly isArray: boolean;
  /** Length of the longest line that was too long to read; 0 if none was. */
  readonly longestLine: number;
  readonly firstDropped?: Dropped;
}

const WHOLE_FILE = 'Copy the file again after the program that writes it has finished.';
const SESSION_FILE = 'Add the session file that the agent wrote (usually .jsonl or .json).';

const TURNS = `${SESSION_FILE} Of a conversation as text, each turn must start with user: or assistant:.`;

/** Explains why no value was found. */
export function explainNoValues({ head, isArray, longestLine, firstDropped }: NothingFound): Failure {
  if (longestLine > 0) {
    return {
      what: `The file is a single line of ${inMegabytes(longestLine)}; more than ${inMegabytes(MAX_TEXT_LENGTH)} is too large to parse.`,
      advice: TOO_LARGE_ADVICE,
    };
  }
  if (head === '') return { what: 'The file is empty.', advice: SESSION_FILE };
  if (isArray && firstDropped === undefined) return { what: 'The file is an empty JSON array.', advice: SESSION_FILE };
  if (looksBinary(head)) return BINARY;
  if (firstDropped === 'cut') {
    return { what: `The JSON is cut off: it ends before ${quoted(head)} is complete.`, advice: WHOLE_FILE };
  }
  if (firstDropped === 'damaged') {
    return { what: `The file looks like JSON, but no part of it is valid: ${quoted(head)}.`, advice: WHOLE_FILE };
  }
  if (firstDropped === 'scalar') {
    return { what: `The file contains only numbers or strings, no records: ${quoted(head)}.`, advice: SESSION_FILE };
  }
  if (/^<(!doctype|html)\b/i.test(head)) return HTML;
  if (/^<[?!\w]/.test(head)) return { what: 'The file is XML or HTML, not JSON.', advice: SESSION_FILE };
  return { what: `The file contains no JSON; it starts with ${quoted(head)}.`, advice: TURNS };
}

function quoted(head: string): string {
  const [line = ''] = head.split('\n');
  const shown = line.trim();
  return shown.length > 60 ? `"${shown.slice(0, 60).trimEnd()}…"` : `"${shown}"`;
}
