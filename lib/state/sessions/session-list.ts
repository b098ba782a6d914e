import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../base/failure';
import { Latest } from '../../base/latest';
import { fail, ok, type Result } from '../../base/result';
import type { SessionId, SessionMeta } from '../../storage/session-meta';
import type { BrokenSession, RemovedSession, SessionStore } from '../../storage/session-store';
import { type StorageFailure, vanished } from '../../storage/storage-failure';
import type { StorageUsage } from '../../storage/storage-usage';
import { brokenFile, type ExportedFile } from './exported-file';
import { isSampleId, type Sample } from './samples';

/** A session that could not be stored. It is kept while the page is open. */
export interface VisitSession {
  readonly meta: SessionMeta;
  readonly body: Blob;
}

/** What is needed to open a session. */
export type SessionContent =
  | { readonly type: 'kept'; readonly meta: SessionMeta; readonly body: Blob }
  | { readonly type: 'sample'; readonly sample: Sample; readonly file: Blob };

interface SessionList {
  /** Stored sessions and samples appear together: otherwise rows would move while the user reads. */
  readonly isLoaded: boolean;
  readonly stored: readonly SessionMeta[];
  readonly removed: readonly RemovedSession[];
  /** What is stored of them is damaged. */
  readonly broken: readonly BrokenSession[];
  readonly visit: readonly VisitSession[];
  readonly samples: readonly Sample[];
  readonly usage: StorageUsage;
  /** Why the list cannot be read, or the last change failed. */
  readonly failure: StorageFailure | undefined;
  /** Reads the list and watches it until the returned function is called. */
  start(): () => void;
  keep(meta: SessionMeta, body: Blob): Promise<KeptAs>;
  rename(id: string, title: string): Promise<void>;
  remove(id: string): Promise<void>;
  restore(removed: RemovedSession): Promise<void>;
  /** At once; undone like any other deletion. */
  removeBroken(broken: BrokenSession): Promise<void>;
  exportBroken(broken: BrokenSession): Promise<Result<ExportedFile, Failure>>;
  content(id: string): Promise<Result<SessionContent, Failure & { readonly isUnknown: boolean }>>;
}

export type KeptAs = { readonly type: 'stored' } | { readonly type: 'visit'; readonly failure: StorageFailure };

export interface SessionListParts {
  readonly storage: SessionStore;
  usage(): Promise<StorageUsage>;
  readSamples(): Promise<readonly Sample[]>;
  readSample(sample: Sample): Promise<Result<Blob, Failure>>;
  /** To offer the user an undo. */
  onRemoved(title: string, undo: () => void): void;
}

export function createSessionList(parts: SessionListParts): StoreApi<SessionList> {
  const { storage } = parts;
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();
  let latestRead = Promise.resolve();
  const measuring = new Latest();
  let hasSwept = false;

  return createStore<SessionList>()((set, get) => {
    const readList = () => {
      const signal = reading.begin();
      const read = async (): Promise<void> => {
        const listed = await storage.list();
        if (signal.aborted) return latestRead;
        if (listed.ok) {
          const { sessions, removed, broken } = listed.value;
          const ids = new Set([...sessions, ...removed.map(({ meta }) => meta), ...broken].map(({ id }) => id));
          const lost = get().stored.filter(({ id }) => !ids.has(id));
          set({ stored: sessions, removed, broken });
          if (lost.length > 0) set({ failure: vanished(lost.map(({ title }) => title)) });
        } else {
          set({ failure: listed.error });
        }
        return undefined;
      };
      latestRead = read();
      return latestRead;
    };

    const readUsage = async () => {
      const signal = measuring.begin();
      const usage = await parts.usage();
      if (!signal.aborted) set({ usage });
    };

    const refresh = async () => {
      await readList();
      await readUsage();
    };

    const samples = async () => {
      if (get().samples.length === 0) set({ samples: await parts.readSamples() });
      return get().samples;
    };

    const noteFailure = (result: Result<unknown, StorageFailure>) =>
      set({ failure: result.ok ? undefined : result.error });

    const isVisit = (id: string) => get().visit.some(({ meta }) => meta.id === id);

    return {
      isLoaded: false,
      stored: [],
      removed: [],
      broken: [],
      visit: [],
      samples: [],
      usage: {},
      failure: undefined,

      start: () => {
        if (!hasSwept) {
          hasSwept = true;
          void storage.sweep();
        }
        const listed = readList();
        void Promise.all([listed, samples()]).then(() => set({ isLoaded: true }));
        void listed.then(readUsage);
        return storage.subscribe(() => void refresh());
      },

      keep: async (meta, body) => {
        const saved = await storage.save(meta, body);
        if (saved.ok) {
          set({ visit: get().visit.filter((session) => session.meta.id !== meta.id) });
          await refresh();
        }
        // Another tab may have deleted all data in between.
        const kept = saved.ok && !get().stored.some(({ id }) => id === meta.id) ? await storage.body(meta.id) : saved;
        if (kept.ok) return { type: 'stored' };
        set({ visit: [...get().visit.filter((session) => session.meta.id !== meta.id), { meta, body }] });
        return { type: 'visit', failure: kept.error };
      },

      rename: async (id, title) => {
        if (isVisit(id)) {
          const renamed = (session: VisitSession): VisitSession =>
            session.meta.id === id ? { ...session, meta: { ...session.meta, title } } : session;
          set({ visit: get().visit.map(renamed) });
          return;
        }
        noteFailure(await storage.rename(id as SessionId, title));
        await refresh();
      },

      remove: async (id) => {
        const held = get().visit.find(({ meta }) => meta.id === id);
        if (held !== undefined) {
          set({ visit: get().visit.filter((session) => session !== held) });
          parts.onRemoved(held.meta.title, () => set({ visit: [...get().visit, held] }));
          return;
        }
        const removed = await storage.remove(id as SessionId);
        noteFailure(removed);
        // Before the row is gone: whoever sees that can undo it.
        if (removed.ok) parts.onRemoved(removed.value.meta.title, () => void get().restore(removed.value));
        await refresh();
      },

      restore: async (removed) => {
        noteFailure(await storage.restore(removed));
        await refresh();
      },

      removeBroken: async ({ id, title }) => {
        const erased = await storage.eraseBroken(id);
        noteFailure(erased);
        if (erased.ok) {
          parts.onRemoved(title, () => {
            void storage.putBack(erased.value).then(noteFailure).then(refresh);
          });
        }
        await refresh();
      },

      exportBroken: async ({ id, title }) => {
        const content = await storage.broken(id);
        return content.ok ? ok(await brokenFile(title, content.value)) : content;
      },

      content: async (id) => {
        if (isSampleId(id)) {
          const sample = (await samples()).find(({ sessionId }) => sessionId === id);
          if (sample === undefined) {
            return fail({
              isUnknown: true,
              what: 'Sample not found.',
              advice: 'Choose one from the list.',
            });
          }
          const file = await parts.readSample(sample);
          return file.ok ? ok({ type: 'sample', sample, file: file.value }) : fail({ ...file.error, isUnknown: false });
        }
        const held = get().visit.find(({ meta }) => meta.id === id);
        if (held !== undefined) return ok({ type: 'kept', ...held });
        const body = await storage.body(id as SessionId);
        if (!body.ok) return fail({ ...body.error, isUnknown: body.error.kind === 'missing' });
        const listed = await storage.list();
        const meta = listed.ok ? listed.value.sessions.find((session) => session.id === id) : undefined;
        if (meta === undefined) {
          return fail({
            isUnknown: true,
            what: 'It is no longer stored in this browser.',
            advice: 'It may have been deleted in another tab. Import the original file again.',
          });
        }
        return ok({ type: 'kept', meta, body: body.value });
      },
    };
  });
}
