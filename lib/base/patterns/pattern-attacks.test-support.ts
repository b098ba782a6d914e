/** A text of any length on which a pattern may take long: a beginning, a piece many times, and an end that does not match. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'set'; readonly source: string }
  | { readonly type: 'group'; readonly alternatives: readonly (readonly Term[])[] }
  /** Takes no text itself. */
  | { readonly type: 'mark' };

interface Term {
  readonly node: Node;
  readonly min: number;
  readonly max: number;
}

/** Fewer repetitions than this add up to nothing. */
const MANY = 60;
const SUFFIXES = ['\u0000', '\n\u0000', '\u0000\n'];
const SAMPLES = [...'a 0\t\n\r-./\\:;,"\'`“”「（(<[{*#>=_~@|!?…·é中A^%$+&\u0000)]}'];
const MOST_PUMPS = 2;
const MOST_ALTERNATIVES = 12;

/**
 * Attacks that follow from a pattern: for everything in it that is repeated, that repetition alone, after what must come
 * before it, and each time again with what comes before or after it.
 */
export function attacksOn({ source, flags }: RegExp): readonly Attack[] {
  const terms = new Parser(source, flags).alternatives();
  const sets = setsOf(terms);
  const matchers = sets.map((set) => new RegExp(`^(?:${set})$`, flags.replace(/[gyd]/g, '')));
  const overlaps = new Map(SAMPLES.map((each) => [each, matchers.filter((matcher) => matcher.test(each)).length]));
  const charactersOf = (set: string): readonly string[] => {
    const matcher = matchers[sets.indexOf(set)];
    const found = SAMPLES.filter((each) => matcher?.test(each));
    return found.toSorted((a, b) => (overlaps.get(b) ?? 0) - (overlaps.get(a) ?? 0));
  };
  const sampleOf = ({ node, min }: Term): string => {
    const times = Math.min(min, 20);
    if (node.type === 'text') return node.text.repeat(Math.max(1, times));
    if (node.type === 'set') return (charactersOf(node.source)[0] ?? 'x').repeat(Math.max(1, times));
    if (node.type === 'mark') return '';
    return (node.alternatives[0] ?? []).map(sampleOf).join('');
  };
  const needed = (all: readonly Term[]) =>
    all
      .filter(({ min }) => min > 0)
      .map(sampleOf)
      .join('');
  const seen = new Set<string>();
  const found: Attack[] = [];
  const add = (prefix: string, pump: string) => {
    const key = `${prefix}\u0001${pump}`;
    if (pump === '' || seen.has(key)) return;
    seen.add(key);
    for (const suffix of SUFFIXES) found.push({ prefix, pump, suffix });
  };
  const pumpsOf = ({ node }: Term): readonly string[] => {
    if (node.type === 'text') return [node.text];
    if (node.type === 'set') {
      const characters = charactersOf(node.source);
      // Each of them begins a line, where `^` is tried again.
      const breaks = flags.includes('m') ? characters.filter((each) => each === '\n' || each === '\r') : [];
      const blank = characters.filter((each) => each === ' ');
      return [...new Set([...characters.slice(0, MOST_PUMPS), ...blank, ...breaks])];
    }
    if (node.type === 'mark') return [];
    return node.alternatives.slice(0, MOST_PUMPS).map((each) => each.map(sampleOf).join(''));
  };
  const visit = (all: readonly Term[], before: readonly string[]): void => {
    add('', all.map(sampleOf).join(''));
    all.forEach((term, index) => {
      const earlier = all.slice(0, index);
      const prefixes = before.flatMap((each) => [each + needed(earlier), each + earlier.map(sampleOf).join('')]);
      const short = [...new Set(prefixes)].slice(0, 3);
      const next = all.slice(index + 1);
      if (term.max >= MANY) {
        const after = next.find(({ node }) => node.type !== 'mark');
        for (const pump of pumpsOf(term)) {
          add('', pump);
          add('\u0000', pump);
          for (const prefix of short) {
            add(prefix, pump);
            add('', prefix + pump);
            add('', prefix);
          }
          if (after !== undefined) {
            add('', pump + sampleOf(after));
            add(short[0] ?? '', sampleOf(after));
            add(short[0] ?? '', pump + sampleOf(after));
          }
        }
      }
      if (term.node.type !== 'group') return;
      for (const alternative of term.node.alternatives.slice(0, MOST_ALTERNATIVES)) visit(alternative, short);
    });
  };
  for (const alternative of terms.slice(0, MOST_ALTERNATIVES)) visit(alternative, ['']);
  return found;
}

function setsOf(alternatives: readonly (readonly Term[])[]): readonly string[] {
  return [
    ...new Set(
      alternatives.flat().flatMap(({ node }) => {
        if (node.type === 'set') return [node.source];
        return node.type === 'group' ? setsOf(node.alternatives) : [];
      }),
    ),
  ];
}

const MARK: Node = { type: 'mark' };

/** Reads what the engine has accepted already, so it need not find faults. */
class Parser {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  alternatives(): readonly (readonly Term[])[] {
    const all: Term[][] = [[]];
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at += 1;
        all.push([]);
      } else all.at(-1)?.push(this.term());
    }
    return all;
  }

  private term(): Term {
    const node = this.node();
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at, this.at + 20));
    if (quantifier === null) return { node, min: 1, max: 1 };
    const [whole, from, comma, to] = quantifier;
    this.at += whole.length;
    if (whole.startsWith('*')) return { node, min: 0, max: Number.POSITIVE_INFINITY };
    if (whole.startsWith('+')) return { node, min: 1, max: Number.POSITIVE_INFINITY };
    if (whole.startsWith('?')) return { node, min: 0, max: 1 };
    const most = to !== '' && to !== undefined ? Number(to) : Number.POSITIVE_INFINITY;
    return { node, min: Number(from), max: comma === '' ? Number(from) : most };
  }

  private node(): Node {
    const start = this.at;
    const first = this.source[start] ?? '';
    if (first === '(') return this.group();
    if (first === '[') return this.set();
    this.at += 1;
    if (first === '^' || first === '$') return MARK;
    if (first === '.') return { type: 'set', source: this.flags.includes('s') ? '[^]' : '.' };
    if (first !== '\\') {
      const character = String.fromCodePoint(this.source.codePointAt(start) ?? 0);
      this.at = start + character.length;
      return { type: 'text', text: character };
    }
    const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|k<[^>]*>|[1-9]|.)/su.exec(
      this.source.slice(start, start + 60),
    )?.[0];
    this.at = start + (escaped?.length ?? 2);
    if (escaped === undefined || /^\\(?:[bBk1-9])/.test(escaped)) return MARK;
    return { type: 'set', source: escaped };
  }

  private group(): Node {
    const head = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(this.source.slice(this.at, this.at + 60))?.[0] ?? '(';
    this.at += head.length;
    const alternatives = this.alternatives();
    this.at += 1;
    return head.endsWith('!') ? MARK : { type: 'group', alternatives };
  }

  private set(): Node {
    const start = this.at;
    this.at += 1;
    while (this.at < this.source.length && this.source[this.at] !== ']')
      this.at += this.source[this.at] === '\\' ? 2 : 1;
    this.at += 1;
    return { type: 'set', source: this.source.slice(start, this.at) };
  }
}
