import type { Locator } from '@playwright/test';

/** What is drawn in a part of a page: its shapes and texts, with whole pixels and plain colours. */
export interface Drawing {
  /** Within the page. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  /** The colour behind it. */
  readonly ground: string;
  readonly shapes: readonly Shape[];
}

export interface Shape {
  /** The part of the chart that it belongs to, from `data-layer` and similar attributes. */
  readonly layer: string;
  readonly element: 'path' | 'rect' | 'text';
  /** `d`, or `x`, `y` and similar attributes, without colours. */
  readonly geometry: Readonly<Record<string, string | number>>;
  readonly fill: string;
  readonly stroke: string;
  readonly text?: string;
}

export function drawingOf(part: Locator): Promise<Drawing> {
  return part.evaluate(readDrawing);
}

function readDrawing(root: Element): Drawing {
  const origin = root.getBoundingClientRect();
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('The browser has no canvas to draw on');
  const pen: OffscreenCanvasRenderingContext2D = canvas;
  const shapes: Shape[] = [];

  function round(pixels: number): number {
    return Math.round(pixels * 2) / 2;
  }

  /** As #rrggbb, with its opacity if it is translucent; 'none' if it is invisible. */
  function color(css: string, opacity: number): string {
    if (css === 'none' || css === '' || css.startsWith('url')) return 'none';
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
    const seen = Math.round((alpha / 255) * opacity * 100) / 100;
    if (seen === 0) return 'none';
    const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('');
    return seen === 1 ? `#${hex}` : `#${hex}/${seen}`;
  }

  /** The innermost two names, such as `areas tool-results`. */
  function layerOf(element: Element): string {
    const names = ['chart', 'part', 'layer', 'measure', 'category', 'line', 'kind'];
    const found = names.flatMap((name) => element.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? []);
    return found.slice(-2).join(' ');
  }

  /** The line colour of a hatched background, which pictures draw with a pattern of their own. */
  function hatchOf(element: Element, style: CSSStyleDeclaration): string | undefined {
    if (style.fill.startsWith('url(') && element instanceof SVGElement) {
      const id = /#([^"')]+)/.exec(style.fill)?.[1] ?? '';
      const line = document.getElementById(id)?.querySelector('line');
      return line ? color(getComputedStyle(line).stroke, 1) : undefined;
    }
    const [, lines] =
      /^repeating-linear-gradient\([^,]+, ((?:rgb|color|oklab|oklch|lab)[^)]*\))/.exec(style.backgroundImage) ?? [];
    return lines === undefined ? undefined : color(lines, 1);
  }

  function visit(element: Element, opacityAbove: number): void {
    const style = getComputedStyle(element);
    const opacity = opacityAbove * Number(style.opacity);
    const isHidden = style.display === 'none' || style.visibility === 'hidden' || opacity === 0;
    if (isHidden || style.clipPath === 'inset(50%)' || /^(defs|pattern|clipPath|title|meter)$/.test(element.localName))
      return;
    if (element instanceof SVGGeometryElement) addGeometry(element, style, opacity);
    else if (element instanceof HTMLElement) addBox(element, style, opacity);
    for (const child of element.childNodes) {
      if (child instanceof Element) visit(child, opacity);
      else if (child instanceof Text) addText(child, style, opacity);
    }
  }

  function addGeometry(element: SVGGeometryElement, style: CSSStyleDeclaration, opacity: number): void {
    const matrix = element.getScreenCTM();
    if (matrix === null) return;
    const x = matrix.e - origin.left;
    const y = matrix.f - origin.top;
    const { a: scale } = matrix;
    const at = (value: string | number, from: number) => round(Number(value) * scale + from);
    const size = (value: string | number) => round(Number(value) * scale);
    const hatch = hatchOf(element, style);
    const fill = hatch === undefined ? color(style.fill, opacity * Number(style.fillOpacity)) : `hatch ${hatch}`;
    const stroke = color(style.stroke, opacity * Number(style.strokeOpacity));
    const box = element.getBBox();
    const isFlat = box.width === 0 && box.height === 0;
    if ((fill === 'none' && stroke === 'none') || isFlat) return;
    const lines = stroke === 'none' ? {} : strokeOf(style, scale);
    const clip = clipOf(element);
    let d = '';
    if (element instanceof SVGPathElement) d = pathAt(element.getAttribute('d') ?? '', scale, x, y);
    else if (element instanceof SVGLineElement) {
      const { x1, y1, x2, y2 } = element;
      d = `M${at(x1.baseVal.value, x)} ${at(y1.baseVal.value, y)}L${at(x2.baseVal.value, x)} ${at(y2.baseVal.value, y)}`;
    } else if (element instanceof SVGCircleElement) {
      const { cx, cy, r } = element;
      const radius = size(r.baseVal.value);
      const left = at(cx.baseVal.value - r.baseVal.value, x);
      d = `M${left} ${at(cy.baseVal.value, y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    } else {
      const [left, top] = [at(box.x, x), at(box.y, y)];
      d = `M${left} ${top}h${size(box.width)}v${size(box.height)}h${-size(box.width)}Z`;
    }
    shapes.push({ layer: layerOf(element), element: 'path', geometry: { d, ...lines, ...clip }, fill, stroke });
  }

  function strokeOf(style: CSSStyleDeclaration, scale: number): Record<string, string | number> {
    const width = Number.parseFloat(style.strokeWidth) * scale;
    const dash =
      style.strokeDasharray === 'none' ? undefined : style.strokeDasharray.replaceAll('px', '').replaceAll(',', '');
    return { ...(width !== 1 && { 'stroke-width': width }), ...(dash !== undefined && { 'stroke-dasharray': dash }) };
  }

  /** Curves extend one call beyond the plot on both sides, and are clipped there. */
  function clipOf(element: SVGGeometryElement): Record<string, string> {
    const svg = element.ownerSVGElement;
    if (svg === null || getComputedStyle(svg).overflow === 'visible') return {};
    const { left, top, right, bottom } = svg.getBoundingClientRect();
    const inner = element.getBoundingClientRect();
    const isInside =
      inner.left >= left - 1 && inner.right <= right + 1 && inner.top >= top - 1 && inner.bottom <= bottom + 1;
    const sides = [left - origin.left, top - origin.top, right - left, bottom - top];
    return isInside ? {} : { clip: sides.map((side) => round(side)).join(' ') };
  }

  /** With absolute commands, except those that recharts draws its rectangles with. */
  function pathAt(d: string, scale: number, x: number, y: number): string {
    let moved = '';
    for (const [, command = '', numbers = ''] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
      const values = (numbers.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
      const placed = values.map((value, index) => {
        if (command === 'H') return round(value * scale + x);
        if (command === 'V') return round(value * scale + y);
        if (command === 'h' || command === 'v') return round(value * scale);
        if (command === 'A')
          return [5, 6].includes(index % 7) ? round(value * scale + (index % 7 === 5 ? x : y)) : value;
        if (!/[MLCQZz]/.test(command))
          throw new Error(`A path has the command ${command}, which the gallery does not know`);
        return round(value * scale + (index % 2 === 0 ? x : y));
      });
      moved += `${command}${placed.join(' ')}`;
    }
    // Repeated points are merged.
    return moved.replace(/L(-?[\d.]+ -?[\d.]+)(?:L\1(?![\d.]))+/g, 'L$1');
  }

  function addBox(element: HTMLElement, style: CSSStyleDeclaration, opacity: number): void {
    addRect(element, element.getBoundingClientRect(), style, opacity);
    const before = getComputedStyle(element, '::before');
    if (before.content !== '""') return;
    const { left, top } = element.getBoundingClientRect();
    const { left: dx, top: dy, width, height } = before;
    const box = [dx, dy, width, height].map((side) => Number.parseFloat(side)) as [number, number, number, number];
    addRect(element, new DOMRect(left + box[0], top + box[1], box[2], box[3]), before, opacity);
  }

  function addRect(element: Element, box: DOMRect, style: CSSStyleDeclaration, opacity: number): void {
    const layer = layerOf(element);
    const [x, y] = [round(box.left - origin.left), round(box.top - origin.top)];
    const [width, height] = [round(box.width), round(box.height)];
    const hatch = hatchOf(element, style);
    const fill = hatch === undefined ? color(style.backgroundColor, opacity) : `hatch ${hatch}`;
    const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
    const borders = sides.map((side) => ({
      width: Number.parseFloat(style[`border${side}Width`]),
      color: color(style[`border${side}Color`], opacity),
    }));
    const isFramed = borders.every((border) => border.width > 0 && border.color !== 'none');
    const edge = /(?:^|, )((?:rgb|color|oklab|oklch)[^)]*\)) 0px 0px 0px 1px/.exec(style.boxShadow)?.[1];
    const stroke = isFramed ? (borders[0]?.color ?? 'none') : color(edge ?? 'none', opacity);
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, Math.min(width, height) / 2);
    const rounded = style.borderTopLeftRadius.endsWith('%') ? Math.min(width, height) / 2 : radius;
    if (width > 0 && height > 0 && (fill !== 'none' || stroke !== 'none')) {
      shapes.push({
        layer,
        element: 'rect',
        geometry: { x, y, width, height, ...(rounded > 0 && { rx: rounded }) },
        fill,
        stroke,
      });
    }
    if (isFramed) return;
    for (const [index, border] of borders.entries()) {
      if (border.width === 0 || border.color === 'none') continue;
      const [right, bottom] = [x + width, y + height];
      const d =
        [`M${x} ${y}H${right}`, `M${right} ${y}V${bottom}`, `M${x} ${bottom}H${right}`, `M${x} ${y}V${bottom}`][
          index
        ] ?? '';
      shapes.push({ layer, element: 'path', geometry: { d }, fill: 'none', stroke: border.color });
    }
  }

  function addText(node: Text, style: CSSStyleDeclaration, opacity: number): void {
    const size = Number.parseFloat(style.fontSize);
    for (const { text, left, right, middle } of linesOf(node)) {
      if (text.trim() === '') continue;
      shapes.push({
        layer: layerOf(node.parentElement ?? root),
        element: 'text',
        geometry: {
          x: round(left - origin.left),
          y: round(middle - origin.top + size * 0.36),
          textLength: round(right - left),
          'font-size': size,
          ...(style.fontFamily.includes('Mono') && { 'font-family': 'monospace' }),
          ...(Number(style.fontWeight) > 500 && { 'font-weight': style.fontWeight }),
          ...(style.textDecorationLine === 'line-through' && { 'text-decoration': 'line-through' }),
        },
        fill: color(node.parentElement instanceof SVGElement ? style.fill : style.color, opacity),
        stroke: 'none',
        text,
      });
    }
  }

  /** The lines that a text wraps into, without whitespace that takes no space. */
  function linesOf(node: Text) {
    const range = document.createRange();
    const lines: { text: string; left: number; right: number; middle: number }[] = [];
    for (const [at, character] of node.data.split('').entries()) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      const middle = box.top + box.height / 2;
      const line = lines.at(-1);
      const shown = /\s/.test(character) ? ' ' : character;
      if (line !== undefined && Math.abs(line.middle - middle) < box.height / 2) {
        line.text += shown;
        line.right = Math.max(line.right, box.right);
      } else lines.push({ text: shown, left: box.left, right: box.right, middle });
    }
    return lines;
  }

  visit(root, 1);
  let ground = 'none';
  for (let behind: Element | null = root; behind !== null && ground === 'none'; behind = behind.parentElement)
    ground = color(getComputedStyle(behind).backgroundColor, 1);
  return { ground, left: round(origin.left), width: Math.ceil(origin.width), height: Math.ceil(origin.height), shapes };
}
