import type { WeighedContext } from '../../simulator/recorded/context-at-call';
import { META_VERSION, type SessionId, type SessionMeta } from '../../storage/session-meta';
import type { ImportedSession } from '../../worker/engine/messages';

/** An empty context, except for what a test is about. */
export function weighedContext(of: Partial<WeighedContext>): WeighedContext {
  const byCategory = {
    system: 0,
    user: 0,
    assistant: 0,
    thinking: 0,
    'tool-calls': 0,
    'tool-results': 0,
    media: 0,
    injected: 0,
    summary: 0,
  };
  return {
    call: 0,
    messages: [],
    tokens: 0,
    byCategory,
    notInFile: 0,
    systemInFile: 0,
    unfiled: 0,
    isMeasured: true,
    ...of,
  };
}

/** A session record without content, except for what a test is about. */
export function sessionMeta(of: Partial<SessionMeta>): SessionMeta {
  return {
    id: 'one' as SessionId,
    title: 'Session one',
    fileName: 'a.jsonl',
    format: 'claude-code',
    models: [],
    window: 200_000,
    messages: 0,
    calls: 0,
    peakTokens: 0,
    peakIsEstimated: true,
    compactions: 0,
    children: 0,
    warnings: 0,
    secretsMasked: 0,
    sourceBytes: 0,
    storedBytes: 4,
    importedAtMs: 0,
    metaVersion: META_VERSION,
    ...of,
  };
}

/** A session as the engine returns it, except for what a test is about. */
export function importedSession(of: Partial<ImportedSession>): ImportedSession {
  return {
    id: 'one',
    summary: {
      title: `Session ${of.id ?? 'one'}`,
      format: 'claude-code',
      models: [],
      window: 200_000,
      messages: 2,
      calls: 1,
      peakTokens: 10,
      peakIsEstimated: false,
      compactions: 0,
      children: 0,
      warnings: 0,
    },
    secretsMasked: {},
    body: new Blob(['body']),
    warnings: [],
    boundaries: [],
    ...of,
  };
}
