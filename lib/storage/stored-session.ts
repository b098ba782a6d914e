import type { Result } from '../base/result';
import { count, forgivingObject, ifGood, type Parsed, parseBy, text } from '../base/schema';
import type { KeyValueStore } from './key-value-store';
import { type SessionId, sessionMetaSchema } from './session-meta';

const schema = forgivingObject({
  meta: sessionMetaSchema,
  bodyKey: text,
  /** Deleted by the user, but not yet erased. */
  removedAtMs: ifGood(count),
});

/**
 * A record in the meta database. Every save writes its body under a new key, and the record names the current one: so
 * saving a session again replaces it in one step, or not at all.
 */
export type StoredSession = Parsed<typeof schema>;

/** A deleted session can be restored for this long, also after a reload. */
export const KEEP_REMOVED_MS = 10 * 60_000;

export function bodyKeyOf(id: SessionId, nowMs: number, random: number): string {
  return `${id}/${nowMs.toString(36)}-${random.toString(36).slice(2)}`;
}

export function parseStoredSession(value: unknown): Result<StoredSession> {
  return parseBy(schema, value);
}

interface SweepPlan {
  /** Deleted long enough ago to erase record and body. */
  readonly erase: readonly SessionId[];
  /** Bodies without a record: their save was interrupted. */
  readonly drop: readonly string[];
}

/** An unreadable record keeps all its bodies: a newer version may be able to read it. */
export function planSweep(
  bodyKeys: readonly string[],
  records: readonly (readonly [key: string, value: unknown])[],
  nowMs: number,
): SweepPlan {
  const known = new Set<string>();
  const unreadable = new Set<string>();
  const erase: SessionId[] = [];
  for (const [key, value] of records) {
    const stored = parseStoredSession(value);
    if (!stored.ok) {
      unreadable.add(key);
      continue;
    }
    known.add(stored.value.bodyKey);
    const { removedAtMs, meta } = stored.value;
    if (removedAtMs !== undefined && nowMs - removedAtMs > KEEP_REMOVED_MS) erase.push(meta.id);
  }
  const drop = bodyKeys.filter((key) => !known.has(key) && !unreadable.has(key.slice(0, key.lastIndexOf('/'))));
  return { erase, drop };
}

/** In private windows, WebKit refuses to store a blob, under this name. It stores the same bytes without their wrapping. */
const REFUSED = 'UnknownError';

export async function storeBody(store: KeyValueStore, key: string, blob: Blob): Promise<void> {
  try {
    await store.set(key, blob);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== REFUSED) throw error;
    await store.set(key, await blob.arrayBuffer());
  }
}

/** What `storeBody` has stored; undefined if it is anything else. */
export function storedBody(value: unknown): Blob | undefined {
  if (value instanceof Blob) return value;
  return value instanceof ArrayBuffer ? new Blob([value]) : undefined;
}
