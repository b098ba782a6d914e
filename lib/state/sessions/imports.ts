import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import type { SessionMeta } from '../../storage/session-meta';
import type { FormatId } from '../../transcript/formats';
import type { engine } from '../../worker/engine/client';
import type { FileOutcome, ImportedSession, ImportSource } from '../../worker/engine/messages';
import { importedMeta } from './imported-meta';
import type { KeptAs } from './session-list';

/** Where an imported session is now. `already`: the same recording existed, and nothing was changed. */
export type Kept = KeptAs | { readonly type: 'already' };

export interface KeptSession {
  readonly session: ImportedSession;
  readonly kept: Kept;
}

export interface ReportedFile {
  readonly outcome: FileOutcome;
  readonly sessions: readonly KeptSession[];
}

export interface ImportRun {
  readonly id: number;
  /** Kept while the report is shown, so that another format can be tried. */
  readonly files: readonly ImportSource[];
  readonly maskSecrets: boolean;
  readonly state:
    | {
        readonly type: 'running';
        readonly bytesRead: ReadonlyMap<string, number>;
        /** Of the current file, from 0 to 1. */
        readonly packed?: number;
      }
    | { readonly type: 'storing' }
    | { readonly type: 'cancelled' }
    | ({ readonly type: 'failed' } & Failure)
    | { readonly type: 'done'; readonly files: readonly ReportedFile[] };
}

interface Imports {
  /** Latest first. */
  readonly runs: readonly ImportRun[];
  start(files: readonly ImportSource[], format?: FormatId): Promise<void>;
  cancel(id: number): void;
  dismiss(id: number): void;
  /** Reads one file of an import again, in another format. */
  overrule(id: number, path: string, format: FormatId): Promise<void>;
  /** Replaces an existing session. */
  replace(runId: number, path: string, sessionId: string): Promise<void>;
}

export interface ImportsParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  maskSecrets(): boolean;
  isStored(id: string): boolean;
  keep(meta: SessionMeta, body: Blob): Promise<KeptAs>;
  /** [K4] The edits of its rules that came with a session. */
  keepRuleEdits?(id: string, edits: JsonObject): Promise<void>;
  nowMs(): number;
}

export function createImports(parts: ImportsParts): StoreApi<Imports> {
  let lastId = 0;
  const cancels = new Map<number, AbortController>();

  return createStore<Imports>()((set, get) => {
    const change = (id: number, state: ImportRun['state']) =>
      set({ runs: get().runs.map((run) => (run.id === id ? { ...run, state } : run)) });

    const store = (session: ImportedSession, source: ImportSource, sessionsInFile: number) =>
      parts.keep(importedMeta(session, source, parts.nowMs(), sessionsInFile), session.body);

    const report = async (outcome: FileOutcome, files: readonly ImportSource[]): Promise<ReportedFile> => {
      const source = files.find(({ path }) => path === outcome.path);
      const sessions: KeptSession[] = [];
      if (outcome.result.type === 'imported' && source !== undefined) {
        const { sessions: found } = outcome.result;
        for (const session of found) {
          const kept: Kept = parts.isStored(session.id)
            ? { type: 'already' }
            : await store(session, source, found.length);
          if (session.ruleEdits !== undefined) await parts.keepRuleEdits?.(session.id, session.ruleEdits);
          sessions.push({ session, kept });
        }
      }
      return { outcome, sessions };
    };

    return {
      runs: [],

      start: async (files, format) => {
        if (files.length === 0) return;
        lastId += 1;
        const id = lastId;
        const cancel = new AbortController();
        cancels.set(id, cancel);
        const bytesRead = new Map<string, number>();
        const maskSecrets = parts.maskSecrets();
        set({ runs: [{ id, files, maskSecrets, state: { type: 'running', bytesRead } }, ...get().runs] });
        try {
          const engine = await parts.loadEngine();
          const request = { files, maskSecrets, ...(format === undefined ? {} : { format }) };
          const answer = await engine.ask('import-files', request, {
            signal: cancel.signal,
            onProgress: (progress) => {
              bytesRead.set(progress.path, progress.bytesRead);
              const { packed } = progress;
              change(id, {
                type: 'running',
                bytesRead: new Map(bytesRead),
                ...(packed === undefined ? {} : { packed }),
              });
            },
          });
          // From here on it cannot be cancelled: half a folder stored would be harder to understand than all of it.
          change(id, { type: 'storing' });
          const reported: ReportedFile[] = [];
          for (const outcome of answer.files) reported.push(await report(outcome, files));
          change(id, { type: 'done', files: reported });
        } catch (error) {
          change(id, isCancelled(error) ? { type: 'cancelled' } : { type: 'failed', ...failureOf(error) });
        } finally {
          cancels.delete(id);
        }
      },

      cancel: (id) => cancels.get(id)?.abort(),

      dismiss: (id) => set({ runs: get().runs.filter((run) => run.id !== id) }),

      overrule: async (id, path, format) => {
        const file = get()
          .runs.find((run) => run.id === id)
          ?.files.find((source) => source.path === path);
        if (file !== undefined) await get().start([file], format);
      },

      replace: async (runId, path, sessionId) => {
        const run = get().runs.find(({ id }) => id === runId);
        const source = run?.files.find((file) => file.path === path);
        if (run?.state.type !== 'done' || source === undefined) return;
        const { files } = run.state;
        const found = files.find(({ outcome }) => outcome.path === path)?.sessions ?? [];
        const session = found.find((item) => item.session.id === sessionId)?.session;
        if (session === undefined) return;
        const kept = await store(session, source, found.length);
        const updated = (item: KeptSession) => (item.session.id === sessionId ? { session, kept } : item);
        change(runId, {
          type: 'done',
          files: files.map((file) =>
            file.outcome.path === path ? { ...file, sessions: file.sessions.map(updated) } : file,
          ),
        });
      },
    };
  });
}
