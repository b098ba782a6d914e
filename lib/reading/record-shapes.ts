import type { Json } from '../base/json';

const MAX_SHAPES = 500;
const KEYS = 3;

/**
 * The keys that the records of a file begin with. Where a record is cut off right where a value was to come, a record
 * glued behind it is also a correct value of the broken one: `{"type":"user","message":{"type":"user"…}`. Only the
 * likeness to other records tells them apart.
 */
export class RecordShapes {
  private readonly shapes = new Set<string>();

  learn(value: Json): void {
    if (this.shapes.size < MAX_SHAPES) this.shapes.add(shapeOf(value));
  }

  knows(value: Json): boolean {
    return this.shapes.has(shapeOf(value));
  }
}

function shapeOf(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  let shape = '';
  let count = 0;
  for (const key in value) {
    shape += `${key}\n`;
    if (++count === KEYS) break;
  }
  return shape;
}
