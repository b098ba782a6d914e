import { assertNever } from '../base/assert-never';
import { importSessions } from './import-sessions';
import type { EngineMethod, EngineRequests, FromWorker, ToWorker } from './messages';
import { type OpenedSession, openSession } from './open-session';
import { Refusal } from './refusal';

type Answer = EngineRequests[EngineMethod]['answer'];

/** The engine without the worker around it: takes what the page sends, answers through `send`. */
export function createEngine(send: (message: FromWorker) => void): (message: ToWorker) => Promise<void> {
  const running = new Map<number, AbortController>();
  let opened: OpenedSession | undefined;

  const session = (): OpenedSession => {
    if (opened === undefined) throw new Error('No session is open: "open-session" comes first');
    return opened;
  };

  const answer = async (message: Extract<ToWorker, { type: 'ask' }>, signal: AbortSignal): Promise<Answer> => {
    switch (message.method) {
      case 'import-files':
        return importSessions(message.request, {
          signal,
          onProgress: (progress) => send({ type: 'progress', id: message.id, progress }),
        });
      case 'open-session': {
        opened = await openSession(message.request, signal);
        return opened.overview;
      }
      case 'context-at':
        return session().contextAt(message.request.call);
      case 'message':
        return session().message(message.request.index);
      case 'search':
        return session().search(message.request.text, signal);
      default:
        return assertNever(message);
    }
  };

  return async (message) => {
    if (message.type === 'cancel') {
      running.get(message.id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(message.id, controller);
    try {
      send({ type: 'answer', id: message.id, answer: await answer(message, controller.signal) });
    } catch (error) {
      send({ type: 'failed', id: message.id, ...explained(error) });
    } finally {
      running.delete(message.id);
    }
  };
}

function explained(error: unknown): { readonly what: string; readonly advice: string } {
  if (error instanceof Refusal) return { what: error.what, advice: error.advice };
  const detail = error instanceof Error ? error.message : String(error);
  return {
    what: `Highwater made a mistake: ${detail}`,
    advice: 'Nothing stored was changed. Please report it, with the kind of file you opened.',
  };
}
