import { fail, ok, type Result } from '../base/result';
import { forgivingObject, ifGood, parseBy, text } from '../base/schema';
import type { KeyValueStore } from './key-value-store';
import type { SessionChanges } from './session-changes';
import type { SessionId, SessionMeta } from './session-meta';
import { damaged, missing, type StorageFailure, storageFailure, withoutContent } from './storage-failure';
import { bodyKeyOf, parseStoredSession, planSweep, type StoredSession, storeBody, storedBody } from './stored-session';
import type { WriteLock } from './write-lock';

type Stored<Value> = Promise<Result<Value, StorageFailure>>;

export interface SessionStore {
  /** Never loads a body. */
  list(): Stored<SessionList>;
  /** All or nothing: if it fails, an existing session with the same id stays unchanged. */
  save(meta: SessionMeta, body: Blob): Stored<void>;
  body(id: SessionId): Stored<Blob>;
  rename(id: SessionId, title: string): Stored<void>;
  /** Only marks it as deleted: `restore` undoes this, `erase` or the sweep at a later start makes it final. */
  remove(id: SessionId): Stored<RemovedSession>;
  restore(removed: RemovedSession): Stored<void>;
  erase(removed: RemovedSession): Stored<void>;
  /** Of one in the list of broken ones, to export it. */
  broken(id: SessionId): Stored<BrokenContent>;
  /** At once. Returns what was there, with which `putBack` undoes it. */
  eraseBroken(id: SessionId): Stored<BrokenContent>;
  putBack(content: BrokenContent): Stored<void>;
  /** To be called once at startup. Does nothing while any tab is saving. */
  sweep(): Stored<void>;
  /** Called after every change of the list, in this tab and in others. */
  subscribe(listener: () => void): () => void;
}

export interface SessionList {
  readonly sessions: readonly SessionMeta[];
  /** Deleted recently, possibly before a reload: undo is still possible. */
  readonly removed: readonly RemovedSession[];
  /** Neither in the list nor deleted: what is stored of them is damaged. */
  readonly broken: readonly BrokenSession[];
}

export interface BrokenSession {
  readonly id: SessionId;
  readonly title: string;
  /** One sentence. */
  readonly why: string;
}

/** What is there of a session that cannot be opened. */
export interface BrokenContent {
  readonly id: SessionId;
  readonly record: unknown;
  readonly bodies: readonly (readonly [key: string, value: unknown])[];
}

export interface RemovedSession {
  readonly meta: SessionMeta;
  readonly removedAtMs: number;
}

interface SessionStoreParts {
  readonly metas: KeyValueStore;
  readonly bodies: KeyValueStore;
  /** What else is stored under the id of a session, and erased with it. */
  readonly belongings: readonly KeyValueStore[];
  readonly lock: WriteLock;
  readonly changes: SessionChanges;
  /** Called after a session was saved: the moment to request persistent storage. */
  afterSave(): void;
  now(): number;
  random(): number;
}

export function createSessionStore({
  metas,
  bodies,
  belongings,
  lock,
  changes,
  ...parts
}: SessionStoreParts): SessionStore {
  async function attempt<Value>(action: string, run: () => Promise<Result<Value, StorageFailure>>): Stored<Value> {
    try {
      return await run();
    } catch (error) {
      return fail(storageFailure(action, error));
    }
  }

  /** If this fails, the leftovers only take space until the next sweep. */
  async function dropBody(bodyKey: string): Promise<void> {
    await bodies.remove([bodyKey]).catch(() => undefined);
  }

  async function readStored(id: SessionId, action: string): Stored<StoredSession> {
    const value = await metas.get(id);
    if (value === undefined) return fail(missing(action));
    const stored = parseStoredSession(value);
    if (!stored.ok) return fail(damaged(action, stored.error));
    return stored.value.removedAtMs === undefined ? stored : fail(missing(action));
  }

  /** `edit` returns the record to write; `undefined` keeps the existing one. */
  async function editStored(
    id: SessionId,
    action: string,
    edit: (stored: StoredSession) => StoredSession | undefined,
  ): Stored<StoredSession> {
    let outcome: Result<StoredSession, StorageFailure> = fail(missing(action));
    await metas.change(id, (old) => {
      if (old === undefined) return { type: 'keep' };
      const stored = parseStoredSession(old);
      if (!stored.ok) {
        outcome = fail(damaged(action, stored.error));
        return { type: 'keep' };
      }
      const edited = edit(stored.value);
      outcome = ok(edited ?? stored.value);
      return edited === undefined ? { type: 'keep' } : { type: 'put', value: edited };
    });
    if (outcome.ok) changes.tell();
    return outcome;
  }

  /** Another tab may have saved the session again between two reads. */
  async function currentBody(id: SessionId, { bodyKey }: StoredSession, action: string): Promise<Blob | undefined> {
    const body = storedBody(await bodies.get(bodyKey));
    if (body !== undefined) return body;
    const again = await readStored(id, action);
    return again.ok ? storedBody(await bodies.get(again.value.bodyKey)) : undefined;
  }

  async function brokenContent(id: SessionId): Promise<BrokenContent> {
    return { id, record: await metas.get(id), bodies: await bodies.entries(`${id}/`) };
  }

  async function eraseIf(id: SessionId, isMeant: (removedAtMs: number) => boolean): Promise<void> {
    let bodyKey: string | undefined;
    await metas.change(id, (old) => {
      const stored = parseStoredSession(old);
      if (!stored.ok || stored.value.removedAtMs === undefined) return { type: 'keep' };
      if (!isMeant(stored.value.removedAtMs)) return { type: 'keep' };
      bodyKey = stored.value.bodyKey;
      return { type: 'delete' };
    });
    if (bodyKey === undefined) return;
    await dropBody(bodyKey);
    for (const store of belongings) await store.remove([id]);
  }

  return {
    list: () =>
      attempt('Could not list sessions', async () => {
        const sessions: SessionMeta[] = [];
        const removed: RemovedSession[] = [];
        const broken: BrokenSession[] = [];
        const records = await metas.entries();
        // If they cannot be read now, opening a session says so.
        const keys = await bodies.keys().then(
          (all) => new Set(all),
          () => undefined,
        );
        for (const [key, value] of records) {
          const id = key as SessionId;
          const stored = parseStoredSession(value);
          if (!stored.ok) {
            broken.push({ id, title: titleIn(value), why: `Its stored record is damaged (${stored.error}).` });
            continue;
          }
          const { meta, bodyKey, removedAtMs } = stored.value;
          if (removedAtMs !== undefined) removed.push({ meta, removedAtMs });
          else if (keys?.has(bodyKey) !== false || (await currentBody(id, stored.value, 'list')) !== undefined)
            sessions.push(meta);
          else broken.push({ id, title: meta.title, why: 'Its content is missing in this browser’s storage.' });
        }
        return ok({ sessions, removed, broken });
      }),

    save: (meta, body) =>
      attempt(`Could not save "${meta.fileName}"`, () =>
        lock.shared(async () => {
          const bodyKey = bodyKeyOf(meta.id, parts.now(), parts.random());
          let replaced: string | undefined;
          try {
            await storeBody(bodies, bodyKey, body);
            await metas.change(meta.id, (old) => {
              const stored = parseStoredSession(old);
              replaced = stored.ok ? stored.value.bodyKey : undefined;
              return { type: 'put', value: { meta, bodyKey } satisfies StoredSession };
            });
          } catch (error) {
            await dropBody(bodyKey);
            throw error;
          }
          if (replaced !== undefined) await dropBody(replaced);
          changes.tell();
          parts.afterSave();
          return ok(undefined);
        }),
      ),

    body: (id) =>
      attempt('Could not open the session', async () => {
        const action = 'Could not open the session';
        const stored = await readStored(id, action);
        if (!stored.ok) return stored;
        const body = await currentBody(id, stored.value, action);
        return body === undefined ? fail(withoutContent(`Could not open "${stored.value.meta.title}"`)) : ok(body);
      }),

    rename: (id, title) =>
      attempt('Could not rename the session', async () => {
        const renamed = await editStored(id, 'Could not rename the session', (stored) => ({
          ...stored,
          meta: { ...stored.meta, title },
        }));
        return renamed.ok ? ok(undefined) : renamed;
      }),

    remove: (id) =>
      attempt('Could not delete the session', async () => {
        const removedAtMs = parts.now();
        const removed = await editStored(id, 'Could not delete the session', (stored) => ({ ...stored, removedAtMs }));
        return removed.ok ? ok({ meta: removed.value.meta, removedAtMs }) : removed;
      }),

    restore: ({ meta: { id, title } }) =>
      attempt(`Could not restore "${title}"`, async () => {
        const restored = await editStored(id, `Could not restore "${title}"`, ({ meta, bodyKey }) => ({
          meta,
          bodyKey,
        }));
        return restored.ok ? ok(undefined) : restored;
      }),

    erase: ({ meta, removedAtMs }) =>
      attempt(`Could not delete "${meta.title}"`, async () => {
        await eraseIf(meta.id, (recordedAtMs) => recordedAtMs === removedAtMs);
        changes.tell();
        return ok(undefined);
      }),

    broken: (id) => attempt('Could not export the session', async () => ok(await brokenContent(id))),

    eraseBroken: (id) =>
      attempt('Could not delete the session', async () => {
        const content = await brokenContent(id);
        await metas.remove([id]);
        await bodies.remove(content.bodies.map(([key]) => key));
        for (const store of belongings) await store.remove([id]);
        changes.tell();
        return ok(content);
      }),

    putBack: ({ id, record, bodies: kept }) =>
      attempt('Could not restore the session', async () => {
        for (const [key, value] of kept) await bodies.set(key, value);
        await metas.set(id, record);
        changes.tell();
        return ok(undefined);
      }),

    sweep: () =>
      attempt('Could not clean up storage', async () => {
        await lock.alone(async () => {
          const nowMs = parts.now();
          const plan = planSweep(await bodies.keys(), await metas.entries(), nowMs);
          if (plan.drop.length > 0) await bodies.remove(plan.drop);
          for (const id of plan.erase) await eraseIf(id, (removedAtMs) => removedAtMs < nowMs);
          if (plan.erase.length > 0) changes.tell();
        });
        return ok(undefined);
      }),

    subscribe: (listener) => changes.listen(listener),
  };
}

const titled = forgivingObject({ meta: forgivingObject({ title: ifGood(text), fileName: ifGood(text) }) });

/** A damaged record may still say what it was about. */
function titleIn(value: unknown): string {
  const read = parseBy(titled, value);
  return (read.ok ? (read.value.meta.title ?? read.value.meta.fileName) : undefined) ?? 'Session without a title';
}
