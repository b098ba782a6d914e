import { asArray, asText, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Message, MessageId } from '../../transcript/transcript';
import { readResponseItem } from '../openai/response-item';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import type { NewMessage, TranscriptDraft } from '../read/transcript-draft';
import type { Context } from './context';
import { type EarlierMessages, textOf } from './earlier-messages';
import { codexUserKind } from './injected-text';

interface CompactedHistory {
  readonly at: number;
  readonly kept: readonly Message[];
  readonly summaryMessageId?: MessageId;
}

/**
 * `replacement_history` is the new context. Messages with the same text as earlier ones are kept messages; the others are
 * added. Its last item is the summary: readable, encrypted, or missing.
 */
export function addCompactedHistory(
  payload: JsonObject,
  line: number,
  timeMs: number | undefined,
  {
    draft,
    context,
    earlier,
    env,
  }: { draft: TranscriptDraft; context: Context; earlier: EarlierMessages; env: ImportEnv },
): CompactedHistory {
  const at = draft.messages.length;
  const summary = wellFormed(asText(payload.message) ?? '');
  const history = asArray(payload.replacement_history);
  if (history === undefined) {
    env.warn('guessed', line, 'A compaction without its new history: user messages are assumed to be kept');
  }
  const read = history === undefined ? undefined : history.flatMap((item) => historyMessage(item, summary) ?? []);
  const isFromUser = ({ role }: Message) => role === 'user' || role === 'system';
  const kept = read === undefined ? context.current().filter(isFromUser) : [];
  const fresh: Omit<NewMessage, 'line' | 'timeMs'>[] = [];
  const take = earlier.search(context.current());
  for (const message of read ?? []) {
    const same = message.kind === 'summary' ? undefined : take(message);
    if (same === undefined) fresh.push(message);
    else kept.push(same);
  }
  if (summary !== '' && !fresh.some(({ kind }) => kind === 'summary')) {
    fresh.push({ role: 'user', kind: 'summary', parts: [{ kind: 'text', text: summary }] });
  }
  const added = fresh.map((message) => draft.addMessage({ ...message, line, timeMs }));
  return { at, kept, ...given({ summaryMessageId: added.findLast(({ kind }) => kind === 'summary')?.id }) };
}

function historyMessage(value: Parameters<typeof readResponseItem>[0], summary: string) {
  const item = readResponseItem(value);
  switch (item.kind) {
    case 'message': {
      const isSummary = summary !== '' && textOf(item.parts).includes(summary);
      const kind = isSummary ? 'summary' : codexUserKind(item.parts, item.messageKind);
      return { role: item.role, kind, parts: item.parts } as const;
    }
    case 'reply':
      return { role: 'assistant', kind: 'reply', parts: item.parts } as const;
    case 'result':
      return { role: 'tool', kind: 'tool-results', parts: item.parts } as const;
    case 'compaction':
      return { role: 'assistant', kind: 'summary', parts: item.parts } as const;
    default:
      return undefined;
  }
}
