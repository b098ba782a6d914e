import { answerLines, same, summaryOf } from './answer-lines.mjs';

/**
 * A middleware of LangChain with a `beforeModel` as a compactor: our messages become its messages, and what it returns
 * (`RemoveMessage`, new messages, kept ones) becomes our answer. It decides itself when it acts, so it is asked before every call:
 *
 *   highwater simulate FILE --policy none --compactor 'node examples/compactors/langchain.mjs' --compactor-when always
 *
 * The middleware below stands in for LangChain's own, so that the example runs without packages. For the real one, replace it
 * and `made`:
 *
 *   import { summarizationMiddleware } from 'langchain';
 *   import { coerceMessageLikeToMessage } from '@langchain/core/messages';
 *   const middleware = summarizationMiddleware({ model, trigger: { tokens: 100_000 }, keep: { messages: 20 } });
 *   const made = coerceMessageLikeToMessage;
 */
const middleware = standIn({ trigger: { tokens: 100_000 }, keep: { messages: 20 } });
const made = (message) => message;
const REMOVE_ALL = '__remove_all__';

await answerLines(async (messages) => {
  const given = messages.flatMap((message) => toLangChain(message).map(made));
  const update = await middleware.beforeModel({ messages: given }, {});
  if (update?.messages === undefined) return undefined;
  return toAnswer(messages, reduced(given, update.messages));
});

/** One of ours may be several of theirs: each result of a tool is a message. The id says of which it is a part. */
function toLangChain({ id, role, kind, parts }) {
  if (role === 'tool') {
    return parts.flatMap((part, place) =>
      part.kind === 'tool-result'
        ? [{ id: `${id}/${place}`, type: 'tool', content: textOf(part.parts), tool_call_id: part.callId }]
        : [],
    );
  }
  const tool_calls = parts.flatMap((part) =>
    part.kind === 'tool-call' ? [{ id: part.id, name: part.name, args: part.input, type: 'tool_call' }] : [],
  );
  const type = role === 'assistant' ? 'ai' : role === 'system' ? 'system' : 'human';
  const isSummary = kind === 'summary' ? { additional_kwargs: { lc_source: 'summarization' } } : {};
  return [
    { id: `${id}/0`, type, content: textOf(parts), ...(tool_calls.length > 0 ? { tool_calls } : {}), ...isSummary },
  ];
}

function textOf(parts) {
  return parts.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])).join('\n');
}

/** As LangGraph adds messages to a state: by id, with removals. */
function reduced(given, update) {
  const removesAll = update.findLastIndex((each) => each.type === 'remove' && each.id === REMOVE_ALL);
  let all = removesAll === -1 ? given : [];
  for (const each of update.slice(removesAll + 1)) {
    if (each.type === 'remove') all = all.filter(({ id }) => id !== each.id);
    else if (each.id !== undefined && all.some(({ id }) => id === each.id))
      all = all.map((other) => (other.id === each.id ? each : other));
    else all = [...all, each];
  }
  return all;
}

/** A message of which something stays, stays. */
function toAnswer(messages, after) {
  const known = new Map(messages.map((message) => [message.id, message]));
  const told = new Set();
  return after.flatMap((each) => {
    const own = known.get(String(each.id ?? '').replace(/\/\d+$/, ''));
    if (own === undefined) return [{ role: each.type === 'ai' ? 'assistant' : 'user', text: String(each.content) }];
    if (told.has(own.id)) return [];
    told.add(own.id);
    return [same(own)];
  });
}

/** The behaviour of LangChain's summarization: from so many tokens on, all but the latest messages become a summary. */
function standIn({ trigger, keep }) {
  const tokens = ({ content, tool_calls = [] }) =>
    Math.ceil((content.length + (tool_calls.length > 0 ? JSON.stringify(tool_calls).length : 0)) / 4);
  return {
    async beforeModel({ messages }) {
      const sum = messages.reduce((all, message) => all + tokens(message), 0);
      if (sum < trigger.tokens) return undefined;
      let cut = Math.max(0, messages.length - keep.messages);
      // A result takes its call along.
      while (cut > 0 && messages[cut]?.type === 'tool') cut -= 1;
      if (cut === 0) return undefined;
      const content = `Here is a summary of the conversation to date:\n\n${await summaryOf(messages.slice(0, cut))}`;
      return { messages: [{ type: 'remove', id: REMOVE_ALL }, { type: 'human', content }, ...messages.slice(cut)] };
    },
  };
}
