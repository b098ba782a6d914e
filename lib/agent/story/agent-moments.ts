import type { ShownAgent } from '../view/agents-view';
import type { ChatItemOf } from '../view/chat-item';
import type { Place, StorySession } from './reached-story-moments';

/** [O5] The reply that started forks. */
export function placeOfForks({ items, agents }: StorySession): Place | undefined {
  const forks = agents.started.filter(({ isFork }) => isFork);
  const [first] = forks;
  if (first?.first === undefined) return undefined;
  const { from } = first.lane;
  const before = items.filter((item) => item.type === 'reply' && item.call < from).length;
  return { call: from, values: { forks: forks.length, before, ...cacheOf(forks) } };
}

type Figures = Readonly<Record<string, number>>;

function cacheOf(forks: readonly ShownAgent[]): Figures {
  const [first, ...others] = forks.flatMap((fork) => fork.first ?? []);
  if (first === undefined) return {};
  const sent = sum(others, (each) => each.sent);
  const read = sum(others, (each) => each.read);
  return {
    sent: first.sent,
    read: first.read,
    wrote: first.sent - first.read,
    others: others.length,
    othersSent: sent,
    othersRead: read,
    othersWrote: sent - read,
    least: percent(Math.min(...others.map((each) => each.read / each.sent))),
    told: first.told,
  };
}

/** [O4] What came back, and what the parent was spared. */
export function placeOfAnswers(session: StorySession): Place | undefined {
  const { agents, usedTokens } = session;
  const forks = agents.started.filter(({ isFork }) => isFork);
  const [first] = forks;
  if (first === undefined || forks.some(({ state }) => state === 'running')) return undefined;
  const reply = lastReply(session);
  if (reply === undefined || reply.call <= first.lane.from) return undefined;
  const carried = sum(forks, ({ lane }) => lane.carriedTokens);
  const returned = sum(forks, ({ lane }) => lane.returnedTokens);
  return {
    call: reply.call,
    values: {
      forks: forks.length,
      done: forks.filter(({ state }) => state === 'done').length,
      requests: sum(forks, ({ lane }) => lane.calls),
      carried,
      returned,
      spared: Math.max(0, carried - returned),
      used: usedTokens,
      findings: findingsIn(reply.text).length,
    },
  };
}

/** [O4] */
export function placeOfTyped({ agents }: StorySession): Place | undefined {
  const typed = agents.started.find(({ isFork }) => !isFork);
  const fork = agents.started.find(({ isFork }) => isFork);
  if (typed?.first === undefined || typed.state === 'running') return undefined;
  const { from, type = '', calls, returnedTokens, carriedTokens } = typed.lane;
  const { sent, read } = typed.first;
  return {
    call: from,
    values: {
      type,
      sent,
      read,
      wrote: sent - read,
      forkSent: fork?.first?.sent ?? 0,
      told: typed.first.told,
      requests: calls,
      returned: returnedTokens,
      carried: carriedTokens,
    },
  };
}

/** The same work, once with forks and once without, each in a session of its own. */
export function placeOfAlone(session: StorySession, before: readonly StorySession[]): Place | undefined {
  const forked = before.find(({ agents }) => agents.started.some(({ isFork }) => isFork));
  const reply = lastReply(session);
  if (forked === undefined || reply === undefined || session.agents.started.length > 0) return undefined;
  const own = findingsIn(allText(session));
  const theirs = new Set(findingsIn(allText(forked)));
  const { parent } = session.agents;
  const others = forked.agents.started;
  const dollars = parent.cost ?? 0;
  const withForks = (forked.agents.parent.cost ?? 0) + sum(others, ({ lane }) => lane.cost ?? 0);
  return {
    call: reply.call,
    values: {
      calls: parent.calls,
      peak: session.peakTokens,
      forkedPeak: forked.peakTokens,
      largest: percent(session.peakTokens / Math.max(1, forked.peakTokens)),
      findings: own.length,
      same: own.filter((each) => theirs.has(each)).length,
      sent: parent.sentTokens,
      forkedSent: forked.agents.parent.sentTokens + sum(others, ({ lane }) => lane.sentTokens),
      dollars: inDollars(dollars),
      forkedDollars: inDollars(withForks),
      compared: compared(dollars, withForks),
      requests: forked.agents.parent.calls + sum(others, ({ lane }) => lane.calls),
      // The others wait for the first request of the first fork.
      chain: forked.agents.parent.calls + 1 + Math.max(0, ...others.map(({ lane }) => lane.calls)),
      acted: session.items.filter(({ type }) => type === 'work').length,
    },
  };
}

/** The first against the second, in words. */
function compared(one: number, other: number): string {
  if (other === 0) return 'as much as';
  const share = Math.round((100 * one) / other) - 100;
  if (share === 0) return 'as much as';
  return share < 0 ? `${-share} % less than` : `${share} % more than`;
}

function inDollars(value: number): string {
  return `$${value.toFixed(value < 1 ? 3 : 2)}`;
}

function percent(share: number): number {
  return Math.floor(100 * share);
}

function lastReply({ items }: StorySession): ChatItemOf<'reply'> | undefined {
  return items.findLast((item) => item.type === 'reply');
}

function allText({ items }: StorySession): string {
  return items.flatMap((item) => (item.type === 'reply' ? [item.text] : [])).join('\n');
}

/** A finding names its file. */
function findingsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/^- (\S+: .+)$/gm)].map(([, what = '']) => what))];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}
