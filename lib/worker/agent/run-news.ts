import * as v from 'valibot';
import type { RunStatus } from '../../agent/view/run-view';
import { count, listOf, object, oneOf, type Parsed, parseBy, text, variants } from '../../base/schema';

/** Only what a watching tab cannot see in the journal: the step in progress. */
const step = variants([
  object({ type: v.literal('asking'), call: count, text, thinking: text, tools: listOf(text) }),
  object({
    type: v.literal('forking'),
    purpose: oneOf(['summary', 'note']),
    text,
    thinking: text,
    tools: listOf(text),
  }),
  object({ type: v.literal('tools'), names: listOf(text) }),
]);
export type WatchedStep = Parsed<typeof step>;

const newsSchema = variants([
  /** A tab that has just begun to watch. */
  object({ type: v.literal('asked') }),
  object({ type: v.literal('told'), entries: count, lastMs: count, step: v.exactOptional(step) }),
]);
type News = Parsed<typeof newsSchema>;
export type ToldNews = Extract<News, { readonly type: 'told' }>;

/** Between the tab that runs a run and those that watch it. The entries themselves are in the journal. */
export interface RunNews {
  tell(now: { readonly entries: number; readonly lastMs: number; readonly status: RunStatus }): void;
  onAsked(answer: () => void): void;
  /** Asks for the latest news, and for all that follow. */
  listen(hear: (news: ToldNews) => void): void;
  close(): void;
}

/** What a `BroadcastChannel` offers. */
export interface NewsChannel {
  post(message: unknown): void;
  onMessage(hear: (message: unknown) => void): void;
  close(): void;
}

/** Without a channel, a watching tab shows the run as it was stored when it opened. */
export function runNews(channel: NewsChannel | undefined): RunNews {
  let isWatched = false;
  let answer: () => void = () => undefined;
  let hear: ((news: ToldNews) => void) | undefined;
  const post = (news: News) => channel?.post(news);
  channel?.onMessage((message) => {
    // The other tab may be of another version.
    const news = parseBy(newsSchema, message);
    if (!news.ok) return;
    if (news.value.type === 'told') {
      hear?.(news.value);
      // Another tab has just opened the run: it does not know yet who watches.
      if (hear !== undefined && news.value.entries === 0) post({ type: 'asked' });
    } else {
      isWatched = true;
      answer();
    }
  });
  return {
    tell: ({ entries, lastMs, status }) => {
      if (!isWatched) return;
      const now = stepOf(status);
      post({ type: 'told', entries, lastMs, ...(now === undefined ? {} : { step: now }) });
    },
    onAsked: (given) => {
      answer = given;
      // Those who watched the tab before this one.
      post({ type: 'told', entries: 0, lastMs: 0 });
    },
    listen: (given) => {
      hear = given;
      post({ type: 'asked' });
    },
    close: () => channel?.close(),
  };
}

function stepOf(status: RunStatus): WatchedStep | undefined {
  return status.type === 'asking' || status.type === 'forking' || status.type === 'tools' ? status : undefined;
}
