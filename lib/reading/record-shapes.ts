import type { Json } from '../base/json';

const MAX_SHAPES = 500;
const KEYS = 3;

/**
 * The keys that the records of a file start with. If a record is cut off right before a value, the next record is also a
 * valid value of the broken one: `{"type":"user","message":{"type":"user"…}`. Only the similarity to other records tells
 * them apart.
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
