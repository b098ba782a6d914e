import { describe, expect, test } from 'vitest';
import { Refusal } from '../../base/failure';
import type { AskOptions } from '../../worker/engine/client';
import type { EngineMethod, EngineRequests, ImportAnswer, ImportSource } from '../../worker/engine/messages';
import { importedSession } from '../simulate/empty-values.test-support';
import { createImports, type ImportsParts } from './imports';

const source: ImportSource = { path: 'a.jsonl', file: new Blob(['{}']) };

const session = (id: string) => importedSession({ id, secretsMasked: { 'a key': 2 } });

const answer: ImportAnswer = {
  files: [
    {
      path: 'a.jsonl',
      result: { type: 'imported', sessions: [session('one')], report: { bytes: 2, records: 1 } },
    },
  ],
};

type Answers = (signal: AbortSignal | undefined) => Promise<ImportAnswer>;

function set(answers: Answers, parts: Partial<ImportsParts> = {}) {
  const saved: string[] = [];
  const asked: unknown[] = [];
  const imports = createImports({
    loadEngine: async () => ({
      async ask<Method extends EngineMethod>(
        _method: Method,
        request: EngineRequests[Method]['request'],
        options: AskOptions<EngineRequests[Method]['progress']> = {},
      ): Promise<EngineRequests[Method]['answer']> {
        asked.push(request);
        return (await answers(options.signal)) as EngineRequests[Method]['answer'];
      },
    }),
    maskSecrets: () => true,
    isStored: () => false,
    keep: async (meta) => {
      saved.push(`${meta.id} ${meta.fileName} ${meta.secretsMasked} secrets, ${meta.storedBytes} bytes`);
      return { type: 'stored' };
    },
    nowMs: () => 1,
    ...parts,
  });
  const state = () => imports.getState().runs[0]?.state;
  return { imports, saved, asked, state };
}

const waitForAbort: Answers = (signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
  });

describe('an import', () => {
  test('stores what was imported and reports it', async () => {
    const { imports, saved, state } = set(async () => answer);
    await imports.getState().start([source]);
    expect(saved).toEqual(['one a.jsonl 2 secrets, 4 bytes']);
    expect(state()).toMatchObject({ type: 'done', files: [{ sessions: [{ kept: { type: 'stored' } }] }] });
  });

  test('notes how many sessions a file has, if it has several', async () => {
    const notes: unknown[] = [];
    const keep: ImportsParts['keep'] = async (meta) => {
      notes.push(meta.fileSessions);
      return { type: 'stored' };
    };
    const found = (ids: readonly string[]): ImportAnswer => ({
      files: [
        { path: 'a.jsonl', result: { type: 'imported', sessions: ids.map(session), report: { bytes: 2, records: 1 } } },
      ],
    });
    await set(async () => found(['one']), { keep })
      .imports.getState()
      .start([source]);
    await set(async () => found(['one', 'two']), { keep })
      .imports.getState()
      .start([source]);
    expect(notes).toEqual([undefined, 2, 2]);
  });

  test('keeps an existing session until told to replace it', async () => {
    const { imports, saved, state } = set(async () => answer, { isStored: () => true });
    await imports.getState().start([source]);
    expect(saved).toEqual([]);
    expect(state()).toMatchObject({ files: [{ sessions: [{ kept: { type: 'already' } }] }] });
    const id = imports.getState().runs[0]?.id ?? 0;
    await imports.getState().replace(id, 'a.jsonl', 'one');
    expect(saved).toHaveLength(1);
    expect(state()).toMatchObject({ files: [{ sessions: [{ kept: { type: 'stored' } }] }] });
  });

  test('stores nothing if it is cancelled', async () => {
    const { imports, saved, state } = set(waitForAbort);
    const done = imports.getState().start([source]);
    await Promise.resolve();
    imports.getState().cancel(imports.getState().runs[0]?.id ?? 0);
    await done;
    expect(state()).toEqual({ type: 'cancelled' });
    expect(saved).toEqual([]);
  });

  test("fails with the engine's message", async () => {
    const failure = new Refusal('It stopped.', 'Try again.');
    const { imports, state } = set(() => Promise.reject(failure));
    await imports.getState().start([source]);
    expect(state()).toEqual({ type: 'failed', what: 'It stopped.', advice: 'Try again.' });
  });

  test('can be repeated for one file as another format', async () => {
    const { imports, asked } = set(async () => answer);
    await imports.getState().start([source, { path: 'b.jsonl', file: new Blob([]) }]);
    await imports.getState().overrule(imports.getState().runs[0]?.id ?? 0, 'a.jsonl', 'codex');
    expect(asked[1]).toEqual({ files: [source], maskSecrets: true, format: 'codex' });
  });
});
