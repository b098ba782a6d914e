import type { Group, Item, Section } from './section';

/** Tried from longest to shortest. */
const LIMITS = [4_000, 1_200, 400, 160];
/** After this many items that did not fit, smaller ones after them are not searched for. */
const MAX_MISSES = 40;
const TRIES = 6;

type CountTokens = (text: string) => number;

/**
 * Sections as text of at most `maxTokens`. Each has its share; what it does not need goes to the others. Omitted items
 * are counted where they would have been.
 */
export function fitSections(
  preface: string,
  sections: readonly Section[],
  maxTokens: number,
  countTokens: CountTokens,
): string {
  const headings = sections.map((section) => ({ ...section, groups: [] }));
  const frame = render(preface, headings, new Map());
  // If the headings alone would fill the budget, only those with content are worth including.
  const isTight = countTokens(frame) * 3 > maxTokens;
  const shown = isTight ? sections.filter(({ groups }) => groups.some(({ items }) => items.length > 0)) : sections;
  const opening = isTight ? '' : preface;
  const costs = new Costs(countTokens);
  let text = '';
  let budget = maxTokens - (isTight ? 0 : countTokens(frame));
  for (let tries = 0; tries < TRIES && budget > 0; tries++) {
    const chosen = choose(shown, budget, costs);
    const kept = isTight
      ? shown.filter(({ groups }) => groups.some(({ items }) => items.some((i) => chosen.has(i))))
      : shown;
    text = render(opening, kept, chosen);
    const over = countTokens(text) - maxTokens;
    if (over <= 0) return text;
    budget -= Math.max(over, Math.ceil(budget * 0.05));
  }
  return firstLines(text === '' ? frame : text, maxTokens, countTokens);
}

/** The size of an item at each length, computed once. */
class Costs {
  private readonly known = new Map<Item, Map<number, { readonly text: string; readonly tokens: number }>>();

  constructor(private readonly countTokens: CountTokens) {}

  of(item: Item, limit: number): { readonly text: string; readonly tokens: number } {
    const lengths = this.known.get(item) ?? new Map<number, { readonly text: string; readonly tokens: number }>();
    this.known.set(item, lengths);
    const known = lengths.get(limit);
    if (known !== undefined) return known;
    const text = item.text(limit);
    const cost = { text, tokens: this.countTokens(`${text}\n`) };
    lengths.set(limit, cost);
    return cost;
  }

  note(group: Group): number {
    return (
      this.countTokens(leftOut(group.items.length, group.many)) +
      (group.label === undefined ? 0 : this.countTokens(`${group.label}\n`))
    );
  }
}

function choose(sections: readonly Section[], budget: number, costs: Costs): Map<Item, string> {
  const chosen = new Map<Item, string>();
  const budgets = shareOut(sections, budget, costs);
  let spare = budget - budgets.reduce((sum, part) => sum + part, 0);
  sections.forEach((section, index) => {
    spare += take(section, budgets[index] ?? 0, costs, chosen);
  });
  // A rest too small for the next item of one section may suffice for another.
  for (const section of sections) spare = take(section, spare, costs, chosen);
  return chosen;
}

/** By share, then again with what is left over. */
function shareOut(sections: readonly Section[], budget: number, costs: Costs): number[] {
  const needs = sections.map((section) => needOf(section, budget, costs));
  const given = sections.map(() => 0);
  let left = budget;
  let open = sections.map((_, index) => index).filter((index) => (needs[index] ?? 0) > 0);
  while (open.length > 0 && left >= 1) {
    const shares = open.reduce((sum, index) => sum + (sections[index]?.share ?? 0), 0);
    const round = left;
    for (const index of open) {
      const offered = (round * (sections[index]?.share ?? 0)) / shares;
      const taken = Math.min(offered, (needs[index] ?? 0) - (given[index] ?? 0));
      given[index] = (given[index] ?? 0) + taken;
      left -= taken;
    }
    const still = open.filter((index) => (given[index] ?? 0) < (needs[index] ?? 0) - 0.5);
    if (still.length === open.length) break;
    open = still;
  }
  return given.map(Math.floor);
}

/** The full size of a section; counting stops at the whole budget. */
function needOf(section: Section, budget: number, costs: Costs): number {
  let tokens = 0;
  for (const group of section.groups) {
    if (group.items.length > 0) tokens += costs.note(group);
    for (const item of group.items) {
      if (tokens >= budget) return budget;
      tokens += costs.of(item, LIMITS[0] ?? 0).tokens;
    }
  }
  return Math.min(tokens, budget);
}

/** Takes items by rank while they fit, and returns the rest of the budget. */
function take(section: Section, budget: number, costs: Costs, chosen: Map<Item, string>): number {
  const groupOf = new Map<Item, Group>();
  for (const group of section.groups) for (const item of group.items) groupOf.set(item, group);
  const begun = new Set([...groupOf].filter(([item]) => chosen.has(item)).map(([, group]) => group));
  let left = budget;
  let misses = 0;
  for (const item of [...groupOf.keys()].sort((a, b) => a.rank - b.rank)) {
    if (misses >= MAX_MISSES || left <= 0) break;
    const group = groupOf.get(item);
    if (chosen.has(item) || group === undefined) continue;
    const room = left - (begun.has(group) ? 0 : costs.note(group));
    const text = longestThatFits(item, room, costs);
    if (text === undefined) {
      misses += 1;
      continue;
    }
    begun.add(group);
    chosen.set(item, text.text);
    left = room - text.tokens;
  }
  return left;
}

function longestThatFits(item: Item, room: number, costs: Costs) {
  let previous: string | undefined;
  for (const limit of LIMITS) {
    const cost = costs.of(item, limit);
    if (cost.tokens <= room) return cost;
    if (cost.text === previous) return undefined;
    previous = cost.text;
  }
  return undefined;
}

function render(preface: string, sections: readonly Section[], chosen: ReadonlyMap<Item, string>): string {
  const blocks = sections.map((section) => {
    const body = section.groups.flatMap((group) => renderGroup(group, chosen)).join('\n');
    return section.write?.(body) ?? `## ${section.title}\n${body === '' ? 'None recorded.' : body}`;
  });
  return [...(preface === '' ? [] : [preface]), ...blocks].join('\n\n');
}

function renderGroup({ label, items, many }: Group, chosen: ReadonlyMap<Item, string>): string[] {
  const texts = items.flatMap((item) => chosen.get(item) ?? []);
  const missing = items.length - texts.length;
  if (items.length === 0) return [];
  return [
    ...(label === undefined ? [] : [label]),
    ...texts,
    ...(missing === 0 ? [] : [leftOut(missing, many, texts.length === 0)]),
  ];
}

function leftOut(count: number, many: string, isAll = false): string {
  return isAll ? `… ${count} ${many} omitted` : `… and ${count} more ${many}`;
}

/** The last resort if nothing fits: as many whole lines as possible. */
function firstLines(text: string, maxTokens: number, countTokens: CountTokens): string {
  const lines = text.split('\n');
  let fits = 0;
  let tooMany = lines.length + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (countTokens(lines.slice(0, middle).join('\n')) <= maxTokens) fits = middle;
    else tooMany = middle;
  }
  return lines.slice(0, fits).join('\n').trimEnd();
}
