import { asArray, asText, type JsonObject } from '../../base/json';
import { wrappedMessages } from '../anthropic/wrapped-messages';
import { isOfAccount } from './document-rules';
import { isSpan, isStreamStart, ownFormat } from './line-rules';
import { all, has, objectsOf, type Rule, typeOf } from './rule';

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
  {
    rule: 'R-A6',
    format: 'cline',
    because: 'its items are messages of a Cline or Roo task, as they were shown or sent',
    matches: (items) => all(items, isShown) || isSentByCline(items),
  },
  {
    rule: 'R-A7',
    format: 'account-export',
    because: 'its items are conversations of an account export',
    matches: (items) => all(items, isOfAccount),
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

function isShown(item: JsonObject): boolean {
  const type = typeOf(item);
  return (type === 'say' || type === 'ask') && has(item, 'ts', type);
}

/** The program adds what the editor shows to each prompt. */
function isSentByCline([first]: readonly JsonObject[]): boolean {
  if (first?.role !== 'user' || has(first, 'parts')) return false;
  const blocks = objectsOf(asArray(first.content));
  return blocks.some(({ text }) => /^\s*<environment_details>/.test(asText(text) ?? ''));
}
