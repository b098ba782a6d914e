/** Red, green and blue from 0 to 1, proportional to light. */
export type LinearColor = readonly [number, number, number];

export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';

export function colorFromHex(hex: string): LinearColor {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Contrast ratio of WCAG 2. */
export function contrast(a: LinearColor, b: LinearColor): number {
  const lighter = Math.max(luminance(a), luminance(b));
  const darker = Math.min(luminance(a), luminance(b));
  return (lighter + 0.05) / (darker + 0.05);
}

/** Distance in OKLab times a hundred: about 2 is just visible between areas that touch. */
export function difference(a: LinearColor, b: LinearColor): number {
  const [first, second] = [okLab(a), okLab(b)];
  return 100 * Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
}

type Matrix = readonly [LinearColor, LinearColor, LinearColor];

/** Full loss of one kind of cone, after Machado, Oliveira and Fernandes (2009). */
const simulations: Readonly<Record<Vision, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

export const visions = Object.keys(simulations) as readonly Vision[];

export function seenWith(vision: Vision, color: LinearColor): LinearColor {
  const [red, green, blue] = simulations[vision];
  const channel = (row: LinearColor) => Math.min(1, Math.max(0, dot(row, color)));
  return [channel(red), channel(green), channel(blue)];
}

function luminance(color: LinearColor): number {
  return dot([0.2126, 0.7152, 0.0722], color);
}

function okLab(color: LinearColor): LinearColor {
  const long = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], color));
  const medium = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], color));
  const short = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], color));
  const cones: LinearColor = [long, medium, short];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

function dot(a: LinearColor, b: LinearColor): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
