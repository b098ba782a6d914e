import { isIn } from './characters';

const OPENING = '-----BEGIN ';
const DASHES = '-----';
const LONGEST_LABEL = 48;
const SHORTEST_LINE = 20;
const LONGEST_GAP = 32;
const LONGEST_HEADERS = 200;

/**
 * The end of the private key that starts here. Nothing is read beyond the next row of dashes, so no character is read
 * twice, however many openings a text has.
 */
export function privateKeyEnd(text: string, at: number): number | undefined {
  if (!text.startsWith(OPENING, at)) return undefined;
  const labelStart = at + OPENING.length;
  const label = text.slice(labelStart, labelStart + LONGEST_LABEL);
  const labelLength = label.indexOf(DASHES);
  if (labelLength < 0 || !label.slice(0, labelLength).includes('PRIVATE KEY')) return undefined;
  const bodyStart = labelStart + labelLength + DASHES.length;
  const dashes = text.indexOf(DASHES, bodyStart);
  const bodyEnd = dashes < 0 ? text.length : dashes;
  if (dashes >= 0 && text.startsWith('-----END ', dashes)) {
    if (!isMostlyBase64(text, bodyStart, bodyEnd)) return undefined;
    const closing = text.slice(dashes + DASHES.length, dashes + DASHES.length + LONGEST_LABEL).indexOf(DASHES);
    return closing < 0 ? bodyEnd : dashes + DASHES.length + closing + DASHES.length;
  }
  const end = lastLineEnd(text, bodyStart, bodyEnd);
  return end > bodyStart ? end : undefined;
}

/** Code about keys contains both markers too. Line numbers, quotes and headers between the lines are accepted. */
function isMostlyBase64(text: string, from: number, to: number): boolean {
  let inLines = 0;
  let run = 0;
  for (let index = from; index <= to; index++) {
    if (index < to && isIn('base64', text.charCodeAt(index))) {
      run++;
      continue;
    }
    if (run >= SHORTEST_LINE) inLines += run;
    run = 0;
  }
  return inLines >= SHORTEST_LINE && inLines >= (to - from) * 0.4;
}

/** For a truncated key: the end of its last line. What follows may be prose and stays. */
export function lastLineEnd(text: string, from: number, to: number): number {
  let end = from;
  let index = from;
  while (index < to && index - end <= (end === from ? LONGEST_HEADERS : LONGEST_GAP)) {
    const start = index;
    while (index < to && isIn('base64', text.charCodeAt(index))) index++;
    if (index - start >= SHORTEST_LINE) end = index;
    if (index === start) index++;
  }
  return end;
}
