import { type Color, encodePng } from './png';
import type { Picture } from './session-writer';

/** Three by five pixels each: five rows of three bits, top first. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71122',
  '8': '75757',
  '9': '75717',
  '.': '00002',
  ',': '00024',
  ':': '02020',
  '-': '00700',
  '%': '51245',
  '/': '11244',
  '+': '02720',
  '>': '42124',
  '(': '24442',
  ')': '21112',
  '!': '22202',
  '?': '61202',
};

const CHARACTER_WIDTH = 4;

export type ColorName =
  | 'paper'
  | 'panel'
  | 'line'
  | 'ink'
  | 'quiet'
  | 'leaf'
  | 'leafDark'
  | 'warning'
  | 'danger'
  | 'sun'
  | 'water'
  | 'white';

const PALETTE: Readonly<Record<ColorName, Color>> = {
  paper: [244, 242, 235],
  panel: [255, 253, 247],
  line: [214, 208, 194],
  ink: [38, 44, 40],
  quiet: [122, 126, 118],
  leaf: [78, 138, 82],
  leafDark: [46, 92, 58],
  warning: [206, 140, 38],
  danger: [184, 62, 52],
  sun: [232, 190, 82],
  water: [84, 138, 180],
  white: [255, 255, 255],
};
const NAMES = Object.keys(PALETTE);

/** Draws the flat mock-ups that stand for screenshots. */
export class PixelCanvas {
  private readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: ColorName,
  ) {
    this.pixels = new Uint8Array(width * height).fill(NAMES.indexOf(background));
  }

  /** The radius cuts the corners off in steps. */
  box(left: number, top: number, width: number, height: number, color: ColorName, radius = 0): void {
    for (let y = 0; y < height; y++) {
      const edge = Math.min(y, height - 1 - y);
      const inset = edge < radius ? Math.round(((radius - edge) * (radius - edge)) / (radius * 1.6)) : 0;
      for (let x = inset; x < width - inset; x++) this.set(left + x, top + y, color);
    }
  }

  frame(left: number, top: number, width: number, height: number, color: ColorName, radius = 0): void {
    this.box(left, top, width, height, color, radius);
    this.box(left + 1, top + 1, width - 2, height - 2, 'panel', Math.max(0, radius - 1));
  }

  text(left: number, top: number, text: string, color: ColorName, scale = 2): void {
    for (const [index, character] of [...text.toUpperCase()].entries()) {
      const rows = GLYPHS[character];
      if (rows === undefined) continue;
      for (const [row, bits] of [...rows].entries()) {
        for (let column = 0; column < 3; column++) {
          if (((Number(bits) >> (2 - column)) & 1) === 0) continue;
          this.box(left + (index * CHARACTER_WIDTH + column) * scale, top + row * scale, scale, scale, color);
        }
      }
    }
  }

  picture(): Picture {
    return {
      png: encodePng(this.width, this.height, Object.values(PALETTE), this.pixels),
      width: this.width,
      height: this.height,
    };
  }

  private set(x: number, y: number, color: ColorName): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
    this.pixels[y * this.width + x] = NAMES.indexOf(color);
  }
}
