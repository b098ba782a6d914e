const OPENING = /^```(?:json)?\s*/;
const CLOSING = '```';

/** What stands in a fenced block, if the text is nothing else. By hand: a pattern for it takes the cube of its length. */
export function unfenced(text: string): string | undefined {
  const whole = text.trim();
  const opening = OPENING.exec(whole)?.[0];
  if (opening === undefined || !whole.endsWith(CLOSING) || whole.length < opening.length + CLOSING.length)
    return undefined;
  return whole.slice(opening.length, -CLOSING.length).trimEnd();
}
