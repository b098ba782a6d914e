/** A picture of charts that are shown on the page, with the colours of the current theme. */
export interface DrawnSvg {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** What a style sheet may set. Custom properties and `light-dark()` mean nothing outside the page. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

const SVG = 'http://www.w3.org/2000/svg';
const EDGE = 16;

/** All SVG elements within an element, where they are, and the texts marked by `data-caption`. */
export function drawnSvg(root: HTMLElement): DrawnSvg {
  const origin = root.getBoundingClientRect();
  const [width, height] = [Math.ceil(origin.width) + 2 * EDGE, Math.ceil(origin.height) + 2 * EDGE];
  const picture = document.createElementNS(SVG, 'svg');
  setAll(picture, { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  const ground = document.createElementNS(SVG, 'rect');
  setAll(ground, { width, height, fill: groundOf(root) });
  picture.append(ground);
  for (const shown of root.querySelectorAll('svg')) {
    const box = shown.getBoundingClientRect();
    const copy = document.createElementNS(SVG, 'svg');
    setAll(copy, {
      x: box.left - origin.left + EDGE,
      y: box.top - origin.top + EDGE,
      width: box.width,
      height: box.height,
      overflow: getComputedStyle(shown).overflow === 'visible' ? 'visible' : 'hidden',
    });
    for (const child of shown.children) copy.append(styledCopy(child));
    picture.append(copy);
  }
  for (const caption of root.querySelectorAll<HTMLElement>('[data-caption]')) {
    const box = caption.getBoundingClientRect();
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(caption);
    const text = document.createElementNS(SVG, 'text');
    setAll(text, {
      x: box.left - origin.left + EDGE,
      y: box.top - origin.top + EDGE + Number.parseFloat(fontSize),
      fill: color,
      'font-family': fontFamily,
      'font-size': fontSize,
      'font-weight': fontWeight,
    });
    text.textContent = caption.textContent;
    picture.append(text);
  }
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

/** Undefined if the browser cannot draw it. Twice as many pixels, for screens and slides of today. */
export async function pngOf({ text, width, height }: DrawnSvg, scale = 2): Promise<Blob | undefined> {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(width * scale, height * scale);
    const pen = canvas.getContext('2d');
    if (pen === null) return undefined;
    pen.scale(scale, scale);
    pen.drawImage(image, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } catch (error) {
    // What the browser cannot decode or draw; anything else is a bug.
    if (error instanceof DOMException) return undefined;
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function styledCopy(element: Element): Element {
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) {
    if (name !== 'class' && name !== 'style' && !name.startsWith('aria-')) copy.setAttribute(name, value);
  }
  const style = getComputedStyle(element);
  if (element.localName !== 'g') for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(styledCopy(child));
    else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

/** The first visible background behind an element. */
function groundOf(element: Element): string {
  for (let behind: Element | null = element; behind !== null; behind = behind.parentElement) {
    const color = getComputedStyle(behind).backgroundColor;
    if (color !== 'transparent' && !/^rgba\(.*, 0\)$/.test(color)) return color;
  }
  return 'none';
}

function setAll(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
