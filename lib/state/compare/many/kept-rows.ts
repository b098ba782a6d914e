import type { Result } from '../../../base/result';
import { count, exactly, flag, goodOf, listOf, object, type Parsed, parseBy, text } from '../../../base/schema';
import { ENGINE_VERSION, sessionRowSchema } from '../../../rows/session-row';

const VERSION = 1;

const keptRows = object({
  version: exactly(VERSION),
  /** Of the session: what is kept is erased with it. */
  id: text,
  /** Of the import that they are of: another may have read the same recording differently. */
  importedAtMs: count,
  engine: count,
  /** Those used last are last. */
  entries: goodOf(
    object({
      /** Hash of its settings. */
      policy: text,
      losses: flag,
      rows: listOf(sessionRowSchema),
    }),
  ),
});

/** Rows of a stored session, so that the same comparison is there at once the next time. */
export type KeptRows = Parsed<typeof keptRows>;
export type KeptEntry = KeptRows['entries'][number];

/** Of each session. */
const MOST_ENTRIES = 16;
/** A row has about 1 kB; only sessions with many sub-agents have more than a few. */
const MOST_ROWS = 256;

export const keptRowsForm = {
  write: (record: KeptRows): unknown => record,
  parse: (value: unknown): Result<KeptRows> => parseBy(keptRows, value),
};

/** Undefined if it is not of this import and this engine. */
export function usableRows(kept: KeptRows | undefined, importedAtMs: number): KeptRows | undefined {
  return kept?.importedAtMs === importedAtMs && kept.engine === ENGINE_VERSION ? kept : undefined;
}

/** Entries with losses replace those without. What was used longest ago goes first. */
export function withEntries(
  kept: KeptRows | undefined,
  id: string,
  importedAtMs: number,
  added: readonly KeptEntry[],
): KeptRows {
  const policies = new Set(added.map(({ policy }) => policy));
  const others = usableRows(kept, importedAtMs)?.entries.filter(({ policy }) => !policies.has(policy)) ?? [];
  const entries = [...others, ...added].slice(-MOST_ENTRIES);
  let rows = 0;
  const first = entries.findLastIndex((entry) => {
    rows += entry.rows.length;
    return rows > MOST_ROWS;
  });
  return { version: VERSION, id, importedAtMs, engine: ENGINE_VERSION, entries: entries.slice(first + 1) };
}
