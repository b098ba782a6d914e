import { parseJson } from '@/lib/base/json';
import { fail, ok } from '@/lib/base/result';
import { createOpenedRows } from '@/lib/state/compare/many/opened-rows';
import { createRecordingAsks } from '@/lib/state/messages/message-asks';
import { createImports } from '@/lib/state/sessions/imports';
import { createOpenedSession } from '@/lib/state/sessions/opened-session';
import { createRuleEditing } from '@/lib/state/sessions/rule-editing';
import { parseSamples } from '@/lib/state/sessions/samples';
import { createSessionList } from '@/lib/state/sessions/session-list';
import { createSessionViews } from '@/lib/state/sessions/session-views';
import { ruleEditsForm } from '@/lib/state/sessions/stored-rule-edits';
import { createPreferences } from '@/lib/state/shared/preferences';
import { createToasts } from '@/lib/state/shared/toasts';
import { createTour } from '@/lib/state/shared/tour';
import { browserRecordStore } from '@/lib/storage/browser-record-store';
import { browserSessionStore, RULE_EDITS } from '@/lib/storage/browser-session-store';
import { keptText } from '@/lib/storage/kept-text';
import { storageUsage } from '@/lib/storage/storage-usage';

/** The engine is large, and nothing on the first page needs it before a file is imported. */
export const loadEngine = async () => (await import('@/lib/worker/engine/client')).engine;

/** If it fails, the first request to the engine will report it. */
export function warmUpEngine(): void {
  loadEngine().then(
    (engine) => engine.warmUp(),
    () => undefined,
  );
}

/** A file of rows may be dropped on any view. */
export const openedRows = createOpenedRows();

export const preferences = createPreferences(keptText('highwater.preferences'));

export const toasts = createToasts();

/** Whatever is deleted can be brought back as long as its notice is shown. */
export function offerUndo(title: string, undo: () => void): void {
  toasts.getState().show(`Deleted “${title}”.`, undo);
}

export const sessionList = createSessionList({
  storage: browserSessionStore(),
  usage: () => storageUsage(),
  readSamples: async () => {
    const response = await fetch('/samples/index.json').catch(() => undefined);
    const index = parseJson((await response?.text().catch(() => '')) ?? '');
    return index.ok ? parseSamples(index.value) : [];
  },
  readSample: async ({ title, file }) => {
    const response = await fetch(`/samples/${encodeURIComponent(file)}`).catch(() => undefined);
    if (response?.ok) return ok(await response.blob());
    return fail({
      what: `Could not open “${title}”: ${response === undefined ? 'the server is not responding' : `status ${response.status}`}.`,
      advice: 'Check that the Highwater server is still running, then reload.',
    });
  },
  onRemoved: offerUndo,
});

export const imports = createImports({
  loadEngine,
  maskSecrets: () => preferences.getState().maskSecrets,
  isStored: (id) => sessionList.getState().stored.some((meta) => meta.id === id),
  keep: (meta, body) => sessionList.getState().keep(meta, body),
  keepRuleEdits: (id, edits) => ruleEditing.getState().take(id, edits),
  nowMs: Date.now,
});

export const ruleEditing = createRuleEditing({
  store: browserRecordStore(RULE_EDITS, 'edit', ruleEditsForm),
  loadEngine,
});

export const openedSession = createOpenedSession({
  loadEngine,
  content: (id) => sessionList.getState().content(id),
  ruleEdits: (place) => ruleEditing.getState().read(place),
});

export const recordingAsks = createRecordingAsks(loadEngine);

export const sessionViews = createSessionViews();

export const tour = createTour({
  isSeen: () => preferences.getState().tourSeen,
  noteSeen: () => preferences.getState().set({ tourSeen: true }),
});
