import type { Role } from '../../transcript/transcript';
import type { PartRow } from '../../worker/engine/messages';
import type { ContextLine } from './context-lines';
import type { LineFate } from './fate-history';

/** An empty set matches everything. */
export interface LineFilter {
  readonly fates: ReadonlySet<LineFate>;
  readonly roles: ReadonlySet<Role>;
  readonly tools: ReadonlySet<string>;
  readonly search: string;
  /** Keys of recorded parts whose full text matches the search; until they are known, the shown excerpts decide. */
  readonly found: ReadonlySet<string> | undefined;
}

export const noFilter: LineFilter = {
  fates: new Set(),
  roles: new Set(),
  tools: new Set(),
  search: '',
  found: undefined,
};

export function filterLines(lines: readonly ContextLine[], filter: LineFilter): readonly ContextLine[] {
  const { fates, roles, tools, found } = filter;
  const wanted = filter.search.trim().toLowerCase();
  if (fates.size + roles.size + tools.size === 0 && wanted === '') return lines;
  return lines.filter(({ fate, message, part, partIndex, index }) => {
    if (fates.size > 0 && !fates.has(fate)) return false;
    if (roles.size > 0 && !roles.has(message.role)) return false;
    if (tools.size > 0 && !tools.has(part?.toolName ?? '')) return false;
    return found?.has(`${index}.${partIndex}`) === true || containsText(message, part, wanted);
  });
}

/** In what a line shows of it; `wanted` in small letters. */
function containsText(
  { kind, role }: Pick<ContextLine['message'], 'kind' | 'role'>,
  part: PartRow | undefined,
  wanted: string,
): boolean {
  return [kind, role, part?.kind, part?.toolName, part?.excerpt].some((text) => text?.toLowerCase().includes(wanted));
}

/** How many lines there are of each, the most first. */
export interface LineCounts {
  readonly fates: ReadonlyMap<LineFate, number>;
  readonly roles: ReadonlyMap<Role, number>;
  readonly tools: ReadonlyMap<string, number>;
}

export function countLines(lines: readonly ContextLine[]): LineCounts {
  const fates = new Map<LineFate, number>();
  const roles = new Map<Role, number>();
  const tools = new Map<string, number>();
  for (const { fate, message, part } of lines) {
    add(fates, fate);
    add(roles, message.role);
    if (part?.toolName !== undefined) add(tools, part.toolName);
  }
  return { fates: mostFirst(fates), roles: mostFirst(roles), tools: mostFirst(tools) };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFirst<Key>(counts: ReadonlyMap<Key, number>): ReadonlyMap<Key, number> {
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
