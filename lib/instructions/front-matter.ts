export interface FrontMatter {
  /** What follows it; the whole text if there is none, or if it cannot be read. */
  readonly text: string;
  /** [I3] The files that a rule is about. */
  readonly paths?: readonly string[];
  readonly problem?: string;
}

const MOST_LINES = 200;

/** Of the front matter of a rule, `paths` counts: a list, or patterns with commas between them. */
export function readFrontMatter(source: string): FrontMatter {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  if (!/^---[ \t]*\r?\n/.test(text)) return { text };
  const lines: string[] = [];
  let at = text.indexOf('\n') + 1;
  while (lines.length < MOST_LINES && at < text.length) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const line = text.slice(at, end).trimEnd();
    at = end + 1;
    if (line === '---') return { text: text.slice(at).trimStart(), ...pathsIn(lines) };
    lines.push(line);
  }
  return { text, problem: 'its front matter has no end' };
}

function pathsIn(lines: readonly string[]): Pick<FrontMatter, 'paths' | 'problem'> {
  const start = lines.findIndex((line) => /^paths\s*:/.test(line));
  if (start === -1) return {};
  const value = (lines[start] ?? '').replace(/^paths\s*:/, '').trim();
  const written = value === '' ? block(lines.slice(start + 1)) : inline(value);
  const paths = written?.map(unquoted);
  if (paths === undefined || paths.length === 0 || paths.includes(undefined)) {
    return { problem: 'the paths in its front matter cannot be read' };
  }
  return { paths: paths.flatMap((path) => path ?? []) };
}

function block(lines: readonly string[]): string[] | undefined {
  const items: string[] = [];
  for (const line of lines) {
    if (line.trim() === '' || /^\s*#/.test(line)) continue;
    const item = /^\s*-\s+(?!\s)(.*)$/.exec(line)?.[1];
    // The next key ends the list; anything else is damage.
    if (item === undefined) return /^[\w-]+\s*:/.test(line) ? items : undefined;
    items.push(item);
  }
  return items;
}

function inline(value: string): string[] | undefined {
  if (!value.startsWith('[')) return betweenCommas(value);
  return value.endsWith(']') ? betweenCommas(value.slice(1, -1)) : undefined;
}

/** A comma in braces or in quotation marks belongs to the pattern. */
export function betweenCommas(value: string, opening = '{', closing = '}'): string[] {
  const items: string[] = [];
  let item = '';
  let depth = 0;
  let quote = '';
  for (const character of value) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (opening.includes(character)) depth += 1;
    else if (closing.includes(character)) depth -= 1;
    if (character === ',' && depth <= 0 && quote === '') {
      items.push(item);
      item = '';
    } else item += character;
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== '');
}

function unquoted(written: string): string | undefined {
  const text = written.trim();
  const first = text.charAt(0);
  if (first !== '"' && first !== "'") return text === '' ? undefined : text;
  return text.length > 2 && text.endsWith(first) ? text.slice(1, -1) : undefined;
}
