/** Machines round half a pixel of a hairline up or down. */
const MAX_PIXELS = 1;
/** Letter spacing differs slightly between machines. */
const MAX_TEXT_PIXELS = 4;
/** Of 255, in each channel. */
const MAX_COLOR = 3;

/**
 * Describes how a picture of the gallery differs from the kept one. Shapes and texts must be the same, and so must their
 * positions, except for rounding differences between machines.
 */
export function svgDifferences(kept: string, present: string): readonly string[] {
  const keptLines = kept.split('\n');
  const presentLines = present.split('\n');
  if (keptLines.length !== presentLines.length) {
    const differing = keptLines.findIndex((line, index) => shapeOf(line) !== shapeOf(presentLines[index] ?? ''));
    return [
      `has ${presentLines.length} lines instead of ${keptLines.length}; the first difference is in line ${differing + 1}: ${excerpt(presentLines[differing] ?? '')}`,
    ];
  }
  return keptLines.flatMap((line, index) => {
    const now = presentLines[index] ?? '';
    return line === now || isNear(line, now) ? [] : [`line ${index + 1}: ${excerpt(line)} → ${excerpt(now)}`];
  });
}

function isNear(kept: string, present: string): boolean {
  if (shapeOf(kept) !== shapeOf(present)) return false;
  const most = kept.startsWith('<text') ? MAX_TEXT_PIXELS : kept.startsWith('--') ? MAX_COLOR : MAX_PIXELS;
  const numbers = numbersOf(present);
  return numbersOf(kept).every((number, index) => Math.abs(number - (numbers[index] ?? Number.NaN)) <= most);
}

const NUMBER = /-?\d+(?:\.\d+)?/g;
/** Attributes with positions and sizes. The leading space excludes `stroke-width`. */
const PLACE = / (?:d|x|y|rx|width|height|textLength|transform|viewBox)="[^"]*"/g;
const COLOR = /#(?:[0-9a-f]{2}){3,4}/g;

/** A line without the numbers that may differ slightly. */
function shapeOf(line: string): string {
  return line.startsWith('--')
    ? line.replace(COLOR, '#')
    : line.replace(PLACE, (attribute) => attribute.replace(NUMBER, '#'));
}

function numbersOf(line: string): readonly number[] {
  return line.startsWith('--')
    ? (line.match(COLOR) ?? []).flatMap((color) =>
        (color.slice(1).match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16)),
      )
    : (line.match(PLACE) ?? []).flatMap((attribute) => (attribute.match(NUMBER) ?? []).map(Number));
}

function excerpt(line: string): string {
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
