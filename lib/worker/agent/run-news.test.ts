import { expect, it } from 'vitest';
import { type NewsChannel, runNews, type ToldNews } from './run-news';

/** Two ends of a channel, which deliver at once. */
function channels(): readonly [NewsChannel, NewsChannel, unknown[]] {
  const sent: unknown[] = [];
  const hearers: ((message: unknown) => void)[] = [];
  const end = (own: number): NewsChannel => ({
    post: (message) => {
      sent.push(message);
      hearers[1 - own]?.(structuredClone(message));
    },
    onMessage: (hear) => {
      hearers[own] = hear;
    },
    close: () => undefined,
  });
  return [end(0), end(1), sent];
}

const now = { entries: 3, lastMs: 7, status: { type: 'tools', names: ['Read'] } } as const;

it('tells nothing until somebody watches, then every step', () => {
  const [a, b, sent] = channels();
  const runs = runNews(a);
  runs.onAsked(() => runs.tell(now));
  const before = sent.length;
  runs.tell(now);
  expect(sent).toHaveLength(before);
  const heard: ToldNews[] = [];
  runNews(b).listen((news) => heard.push(news));
  expect(heard).toEqual([{ type: 'told', entries: 3, lastMs: 7, step: { type: 'tools', names: ['Read'] } }]);
  runs.tell({ entries: 4, lastMs: 9, status: { type: 'idle' } });
  expect(heard.at(-1)).toEqual({ type: 'told', entries: 4, lastMs: 9 });
});

it('asks a tab that opens the run later', () => {
  const [a, b] = channels();
  const heard: ToldNews[] = [];
  runNews(b).listen((news) => heard.push(news));
  const runs = runNews(a);
  runs.onAsked(() => runs.tell(now));
  expect(heard.map(({ entries }) => entries)).toContain(3);
});

it('ignores what a tab of another version says', () => {
  const [a, b] = channels();
  const heard: ToldNews[] = [];
  runNews(b).listen((news) => heard.push(news));
  for (const message of [null, 'told', { type: 'told' }, { type: 'told', entries: -1, lastMs: 0 }, { type: 'new' }])
    a.post(message);
  expect(heard).toEqual([]);
});
