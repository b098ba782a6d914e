import type { Drawing, Shape } from './drawing';

/** A part of a chart in both colour schemes, with the same shapes in each. */
export interface DrawnPart {
  readonly light: Drawing;
  readonly dark: Drawing;
}

const EDGE = 16;
const GAP = 12;
const FONT = 'Geist, ui-sans-serif, system-ui, sans-serif';

/** One picture for both colour schemes, a shape on each line, the parts one below the other. */
export function gallerySvg(title: string, parts: readonly DrawnPart[]): string {
  const colors = new Colors();
  const hatches = new Numbered('h');
  const clips = new Numbered('c');
  const lines: string[] = [];
  let top = EDGE;
  let right = 0;
  const first = parts[0]?.light;
  for (const { light, dark } of parts) {
    if (light.shapes.length !== dark.shapes.length) throw new Error(`"${title}" has different shapes in dark mode`);
    // A part below the first one keeps its horizontal position; any other part moves to the left.
    const shift = first === undefined ? 0 : light.left - first.left;
    const left = EDGE + (first !== undefined && shift > 0 && shift < first.width ? shift : 0);
    right = Math.max(right, left + light.width);
    lines.push(`<g transform="translate(${left} ${top})">`);
    let layer = '';
    for (const [index, shape] of light.shapes.entries()) {
      const other = dark.shapes[index] ?? shape;
      if (shape.layer !== layer) lines.push(`<!-- ${shape.layer} -->`);
      layer = shape.layer;
      const paint = (color: string, otherColor: string) =>
        color.startsWith('hatch ')
          ? `url(#${hatches.idOf(colors.use(color.slice(6), otherColor.slice(6)))})`
          : colors.use(color, otherColor);
      lines.push(element(shape, paint(shape.fill, other.fill), paint(shape.stroke, other.stroke), clips));
    }
    lines.push('</g>');
    top += light.height + GAP;
  }
  const width = right + EDGE;
  const height = top - GAP + EDGE;
  const ground = colors.use(parts[0]?.light.ground ?? 'none', parts[0]?.dark.ground ?? 'none');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">`,
    `<title>${title}</title>`,
    '<style>',
    'text{white-space:pre}',
    ...colors.rules(),
    '</style>',
    '<defs>',
    ...hatches.values.map(
      (color, at) =>
        `<pattern id="h${letters(at)}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="${color}"/></pattern>`,
    ),
    ...clips.values.map((sides, at) => {
      const [x, y, w, h] = sides.split(' ');
      return `<clipPath id="c${letters(at)}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`;
    }),
    '</defs>',
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function element({ element: name, geometry, text }: Shape, fill: string, stroke: string, clips: Numbered): string {
  const { clip, ...rest } = geometry;
  const attributes = [
    ...Object.entries(rest),
    ...(name === 'path' || fill !== 'none' ? [['fill', fill] as const] : []),
    ...(stroke === 'none' ? [] : [['stroke', stroke] as const]),
    ...(typeof clip === 'string' ? [['clip-path', `url(#${clips.idOf(clip)})`] as const] : []),
    ...(name === 'text' ? [['lengthAdjust', 'spacingAndGlyphs'] as const] : []),
  ];
  const words = attributes.map(([key, value]) => `${key}="${value}"`).join(' ');
  return text === undefined ? `<${name} ${words}/>` : `<${name} ${words}>${escaped(text)}</${name}>`;
}

/** Short names for values that are used more than once. */
class Numbered {
  readonly #prefix: string;
  readonly #values: string[] = [];

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  get values(): readonly string[] {
    return this.#values;
  }

  idOf(value: string): string {
    if (!this.#values.includes(value)) this.#values.push(value);
    return `${this.#prefix}${letters(this.#values.indexOf(value))}`;
  }
}

class Colors {
  readonly #pairs = new Numbered('p');

  use(light: string, dark: string): string {
    return light === 'none' && dark === 'none' ? 'none' : `var(--${this.#pairs.idOf(`${light} ${dark}`)})`;
  }

  rules(): readonly string[] {
    const scheme = (place: 0 | 1) =>
      this.#pairs.values.map((pair, at) => `--p${letters(at)}:${cssColor(pair.split(' ')[place] ?? '')};`).join('\n');
    return ['svg{', scheme(0), '}', '@media(prefers-color-scheme:dark){svg{', scheme(1), '}}'];
  }
}

/** Letters, because the comparison of pictures lets numbers differ slightly. */
function letters(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : `${letters(Math.floor(at / 26) - 1)}${last}`;
}

/** From `#rrggbb/opacity`. */
function cssColor(color: string): string {
  if (color === 'none') return 'transparent';
  const [hex = '', opacity = '1'] = color.split('/');
  const alpha = Math.round(Number(opacity) * 255);
  return alpha === 255 ? hex : `${hex}${alpha.toString(16).padStart(2, '0')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
