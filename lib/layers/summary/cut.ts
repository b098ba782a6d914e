import { assertNever } from '../../base/assert-never';
import { textsMessage } from '../../tokens/texts';
import { wasPutThere } from '../put-back/put-back';
import { type ContextMessage, tokensOf } from '../shape/context';
import type { SettingsSpec } from '../shape/setting';
import {
  closedStart,
  type KeptRoundsSettings,
  keptRoundsSettings,
  keptRoundsStart,
  laterClosedStart,
} from './kept-tail';

export interface CutSettings extends KeptRoundsSettings {
  readonly keeps: 'rounds' | 'messages' | 'later-messages' | 'turns' | 'from-prompt' | 'prompts';
  readonly keepsCrossing: boolean;
  readonly keptCountedBy: 'context' | 'texts';
  readonly keptFirst: number;
  readonly keepsContext: boolean;
  readonly keptShare: number;
  readonly keptShareOf: 'window' | 'threshold' | 'conversation';
}

export const cutSettings: SettingsSpec<CutSettings> = {
  keeps: {
    type: 'choice',
    title: 'What stays',
    explains:
      'Where the part begins that stays as it is. The limits below count in rounds, messages or turns accordingly.',
    rule: 'F12',
    synonyms: ['keepRecent', 'cut point', 'tail', 'verbatim'],
    options: {
      rounds: 'The latest rounds, each from a reply on',
      messages: 'The latest messages; a result takes its call along',
      'later-messages': 'The latest messages; a result at the beginning is omitted',
      turns: 'The latest turns; of the oldest, what fits',
      'from-prompt': 'From a prompt of the user on',
      prompts: 'Only prompts of the user, the latest ones',
    },
    default: 'rounds',
  },
  ...keptRoundsSettings,
  keptShare: {
    type: 'number',
    title: 'Max kept, as a share',
    explains: 'Like “Max kept”, as a share. 0 sets no limit.',
    rule: 'F12',
    synonyms: ['keepRecent', 'fraction', 'preserve'],
    unit: 'percent',
    min: 0,
    max: 100,
    step: 1,
    default: 0,
  },
  keptShareOf: {
    type: 'choice',
    title: 'Share of',
    explains: 'What the share above is of.',
    rule: 'F12',
    options: { window: 'The window', threshold: 'The threshold', conversation: 'The conversation' },
    default: 'window',
  },
  keptFirst: {
    type: 'number',
    title: 'First messages kept',
    explains: 'So many messages at the beginning stay before the summary, and the results of their calls.',
    rule: 'F12',
    synonyms: ['keep_first'],
    unit: 'messages',
    min: 0,
    max: 1_000,
    step: 1,
    default: 0,
  },
  keepsContext: {
    type: 'switch',
    title: 'Context of the beginning kept',
    explains: 'What was added before the first reply besides prompts, such as instructions and the environment, stays.',
    rule: 'F12',
    synonyms: ['initial context', 'AGENTS.md', 'environment'],
    default: false,
  },
  keepsCrossing: {
    type: 'switch',
    title: 'Keeps the message that crosses',
    explains: 'The message that passes the limit stays, too. Only for messages.',
    rule: 'F12',
    default: false,
  },
  keptCountedBy: {
    type: 'choice',
    title: 'Kept counted by',
    explains: 'How messages are counted against the limit. Not for rounds and prompts.',
    rule: 'F12',
    options: { context: 'Their tokens in the context', texts: 'A quarter of the characters of their texts' },
    default: 'context',
  },
};

/** What a share can be of. */
export interface CutSizes {
  readonly window: number;
  readonly threshold: number;
}

/** [F12] What was added before the first reply besides prompts. */
export function contextOf(
  messages: readonly ContextMessage[],
  { keepsContext }: Pick<CutSettings, 'keepsContext'>,
): readonly ContextMessage[] {
  if (!keepsContext) return [];
  const reply = messages.findIndex(({ message }) => message.role === 'assistant');
  const beginning = reply === -1 ? messages : messages.slice(0, reply);
  return beginning.filter((each) => each.message.kind === 'injected' && !wasPutThere(each));
}

export function keepsAny({ keptRounds, keptRoundTokens, keptShare }: CutSettings): boolean {
  return keptRounds > 0 || keptRoundTokens > 0 || keptShare > 0;
}

/** [F12] Those at the beginning that stay. */
export function keptFirstOf(
  messages: readonly ContextMessage[],
  { keptFirst }: Pick<CutSettings, 'keptFirst'>,
): readonly ContextMessage[] {
  return keptFirst === 0 ? [] : messages.slice(0, laterStart(messages, keptFirst));
}

/** [F12] The messages that stay at the end. Without a limit, none do. */
export function keptOf(
  messages: readonly ContextMessage[],
  settings: CutSettings,
  sizes: CutSizes,
): readonly ContextMessage[] {
  if (!keepsAny(settings)) return [];
  const room = roomOf(messages, settings, sizes);
  if (settings.keeps === 'prompts') return latestPrompts(messages, settings.keptRounds, room);
  // [F11] What an earlier compaction put there does not stay.
  return messages.slice(startOf(messages, settings, room)).filter((each) => !wasPutThere(each));
}

function startOf(messages: readonly ContextMessage[], settings: CutSettings, room: number): number {
  const { keeps, keptRounds } = settings;
  switch (keeps) {
    case 'rounds':
      return keptRoundsStart(messages, { keptRounds, keptRoundTokens: Number.isFinite(room) ? room : 0 });
    case 'messages':
      return closedStart(messages, tailStart(messages, settings, room));
    case 'later-messages':
      return laterStart(messages, tailStart(messages, settings, room));
    case 'turns':
      return Math.max(
        turnStart(messages, keptRounds),
        laterStart(messages, tailStart(messages, { ...settings, keptRounds: 0 }, room)),
      );
    case 'from-prompt':
      return promptFrom(messages, tailStart(messages, settings, room));
    case 'prompts':
      throw new Error('Prompts are not a tail');
    default:
      return assertNever(keeps);
  }
}

function roomOf(
  messages: readonly ContextMessage[],
  { keptRoundTokens, keptShare, keptShareOf }: CutSettings,
  sizes: CutSizes,
): number {
  const whole = keptShareOf === 'conversation' ? tokensOf(messages) : sizes[keptShareOf];
  const limits = [keptRoundTokens, Math.floor((whole * keptShare) / 100)].filter((limit) => limit > 0);
  return Math.min(Number.POSITIVE_INFINITY, ...limits);
}

/** Backwards while there is room, never past a summary. */
function tailStart(
  messages: readonly ContextMessage[],
  { keptRounds, keepsCrossing, keptCountedBy }: Pick<CutSettings, 'keptRounds' | 'keepsCrossing' | 'keptCountedBy'>,
  room: number,
): number {
  let start = messages.length;
  let tokens = 0;
  let count = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const each = messages[index];
    if (each === undefined || each.message.kind === 'summary') break;
    if (wasPutThere(each)) continue;
    tokens += keptCountedBy === 'texts' ? textsMessage(each.message) : each.tokens;
    count += 1;
    if (tokens > room && !keepsCrossing) break;
    start = index;
    if (tokens >= room || count === keptRounds) break;
  }
  return start;
}

/** The first position from here on that separates no result from its call. */
function laterStart(messages: readonly ContextMessage[], from: number): number {
  return laterClosedStart(messages, from, ({ message }) => message.role !== 'tool');
}

function isPrompt({ message }: ContextMessage): boolean {
  return message.kind === 'prompt' && message.role === 'user';
}

/** So many turns before the end; 0 sets no limit. */
function turnStart(messages: readonly ContextMessage[], turns: number): number {
  if (turns === 0) return 0;
  let left = turns;
  for (let index = messages.length - 1; index >= 0; index--) {
    const each = messages[index];
    if (each !== undefined && isPrompt(each)) left -= 1;
    if (left === 0) return index;
  }
  return 0;
}

function promptFrom(messages: readonly ContextMessage[], from: number): number {
  return laterClosedStart(messages, from, isPrompt);
}

/** As many as fit, the latest first. */
function latestPrompts(messages: readonly ContextMessage[], count: number, room: number): readonly ContextMessage[] {
  const kept: ContextMessage[] = [];
  let tokens = 0;
  for (const each of messages.toReversed()) {
    if (!isPrompt(each)) continue;
    tokens += each.tokens;
    if (tokens > room) break;
    kept.unshift(each);
    if (kept.length === count) break;
  }
  return kept;
}
