import type { Picture } from './picture';

/**
 * Size of a cell in pixels. A cell is only compared by its mean colour: the rendering and position of letters in it do
 * not matter.
 */
const CELL = 16;
/** How far the content of a cell may move; vertically by a line of text, so that one more line is not a difference. */
const SLACK = { across: 8, down: 16 };
const STEP = 4;
/** Allowed difference of each channel of a mean colour, of 255. */
const COLOR_SLACK = 14;

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** The cells in which one picture has something that the other does not have nearby. */
export function differingCells(kept: Picture, present: Picture): readonly Cell[] {
  const [before, now] = [sumsOf(kept), sumsOf(present)];
  return cellsOf(present).filter((cell) => !isNear(before, now, cell) || !isNear(now, before, cell));
}

/** From 0 to 1. */
export function shareOf(cells: readonly Cell[], picture: Picture): number {
  return cells.length / cellsOf(picture).length;
}

/** The picture, faded, with red over these cells. */
export function withMarked(cells: readonly Cell[], { width, height, rgba }: Picture): Picture {
  const marked = rgba.map((value) => 255 - (255 - value) / 3);
  for (const { x, y } of cells) {
    for (let row = y; row < y + CELL; row++) {
      const from = (row * width + x) * 4;
      for (let at = from; at < from + CELL * 4; at += 4) {
        // Its green and blue channels.
        marked.fill(60, at + 1, at + 3);
      }
    }
  }
  return { width, height, rgba: marked };
}

/** Without the rest at the right and bottom, which is less than a cell. */
function cellsOf({ width, height }: Picture): readonly Cell[] {
  const cells: Cell[] = [];
  for (let y = 0; y + CELL <= height; y += CELL) {
    for (let x = 0; x + CELL <= width; x += CELL) cells.push({ x, y });
  }
  return cells;
}

/** Sums of each channel over all pixels above and to the left. */
interface Sums {
  readonly width: number;
  readonly height: number;
  readonly sums: Float64Array;
}

function sumsOf({ width, height, rgba }: Picture): Sums {
  const sums = new Float64Array((width + 1) * (height + 1) * 3);
  for (let y = 1; y <= height; y++) {
    for (let x = 1; x <= width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * (width + 1) + x) * 3 + channel;
        const above = at - (width + 1) * 3;
        sums[at] =
          (rgba[((y - 1) * width + x - 1) * 4 + channel] ?? 0) +
          (sums[at - 3] ?? 0) +
          (sums[above] ?? 0) -
          (sums[above - 3] ?? 0);
      }
    }
  }
  return { width, height, sums };
}

function mean({ width, sums }: Sums, x: number, y: number, channel: number): number {
  const at = (column: number, row: number) => sums[(row * (width + 1) + column) * 3 + channel] ?? 0;
  return (at(x + CELL, y + CELL) - at(x, y + CELL) - at(x + CELL, y) + at(x, y)) / CELL ** 2;
}

/** Whether a cell of one picture is near the same position in the other. */
function isNear(one: Sums, other: Sums, { x, y }: Cell): boolean {
  const wanted = [0, 1, 2].map((channel) => mean(one, x, y, channel));
  for (let row = y - SLACK.down; row <= y + SLACK.down; row += STEP) {
    for (let column = x - SLACK.across; column <= x + SLACK.across; column += STEP) {
      if (row < 0 || column < 0 || row + CELL > other.height || column + CELL > other.width) continue;
      if (wanted.every((value, channel) => Math.abs(value - mean(other, column, row, channel)) <= COLOR_SLACK)) {
        return true;
      }
    }
  }
  return false;
}
