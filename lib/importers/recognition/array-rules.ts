import type { JsonObject } from '../../base/json';
import { wrappedMessages } from '../anthropic/wrapped-messages';
import { isSpan, isStreamStart, ownFormat } from './line-rules';
import { all, has, type Rule } from './rule';

/** For the items of an array. The rules for lines come after them. */
export const arrayRules: readonly Rule<readonly JsonObject[]>[] = [
  ownFormat,
  {
    rule: 'R-A1',
    format: 'langchain',
    because: 'its items are LangSmith runs with a run_type',
    matches: (items) => all(items, (item) => has(item, 'run_type')),
  },
  {
    rule: 'R-A2',
    format: 'otel',
    because: 'its items are spans with attributes',
    matches: (items) => items.some(isSpan),
  },
  {
    rule: 'R-A3',
    format: 'claude-stream-json',
    because: 'it has the init record of a Claude Code stream',
    matches: (items) => items.some(isStreamStart),
  },
  { rule: 'R-A4', messages: (items) => items },
  { rule: 'R-A5', messages: (items) => (isSeveralConversations(items) ? wrappedMessages(items[0]) : undefined) },
  {
    rule: 'R-A5',
    format: 'openai-chat',
    because: 'each item contains its own conversation',
    matches: isSeveralConversations,
  },
];

function isSeveralConversations(items: readonly JsonObject[]): boolean {
  return all(items, (item) => wrappedMessages(item) !== undefined);
}
