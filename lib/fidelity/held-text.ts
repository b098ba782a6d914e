const GRAM = 4;
const PLACES = 1 << 20;
/** A value that stands inside of longer words this often stands nowhere else, or it does not matter. */
const MOST_TRIES = 100;

/**
 * Says of thousands of values whether a text has them, as words of their own. Nearly all that are missing are told by four
 * characters that never follow each other in the text: each search through all of it would cost a hundred times as much.
 */
export class HeldText {
  private readonly grams = new Uint8Array(PLACES);

  constructor(private readonly text: string) {
    for (let start = 0; start + GRAM <= text.length; start++) this.grams[placeOf(text, start)] = 1;
  }

  holds(value: string): boolean {
    for (let start = 0; start + GRAM <= value.length; start++) {
      if (this.grams[placeOf(value, start)] === 0) return false;
    }
    let at = this.text.indexOf(value);
    for (let tries = 0; at !== -1 && tries < MOST_TRIES; tries++) {
      if (this.isWhole(value, at)) return true;
      at = this.text.indexOf(value, at + 1);
    }
    return false;
  }

  private isWhole(value: string, at: number): boolean {
    const end = at + value.length;
    return !joins(this.text[at - 1], value[0]) && !joins(value.at(-1), this.text[end]);
  }
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && right !== undefined && /\w/.test(left) && /\w/.test(right);
}

function placeOf(text: string, start: number): number {
  let hash = 0;
  for (let each = start; each < start + GRAM; each++) hash = Math.imul(hash, 31) + text.charCodeAt(each);
  return (hash ^ (hash >>> 12)) & (PLACES - 1);
}
