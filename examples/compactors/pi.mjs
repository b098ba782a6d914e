import { answerLines, same, summaryOf } from './answer-lines.mjs';

/**
 * The rule of pi (https://github.com/badlogic/pi-mono): a summary of everything, but about 20,000 tokens at the end stay. When
 * it compacts is the policy's matter:
 *
 *   highwater simulate FILE --policy pi --compactor 'node examples/compactors/pi.mjs'
 */
const KEPT_TOKENS = 20_000;

await answerLines(async (messages) => {
  const cut = cutOf(messages);
  if (cut === 0) return undefined;
  const text = await summaryOf(messages.slice(0, cut));
  return [{ role: 'user', text }, ...messages.slice(cut).map(same)];
});

/** Where what stays begins: at the message that passes the limit, and behind results whose call is gone. */
function cutOf(messages) {
  let start = messages.length;
  let tokens = 0;
  while (start > 0 && tokens < KEPT_TOKENS && messages[start - 1].kind !== 'summary') {
    start -= 1;
    tokens += estimate(messages[start]);
  }
  while (start < messages.length && !mayBegin(messages, start)) start += 1;
  return start;
}

/** No result stays without its call, and no piece of a response without the others. */
function mayBegin(messages, start) {
  const { role, response } = messages[start];
  if (role === 'tool' || (response !== undefined && messages[start - 1]?.response === response)) return false;
  const gone = new Set(messages.slice(0, start).flatMap(callsIn));
  for (const each of messages.slice(start)) {
    for (const id of callsIn(each)) gone.delete(id);
    if (each.parts.some(({ kind, callId }) => kind === 'tool-result' && gone.has(callId))) return false;
  }
  return true;
}

function callsIn({ parts }) {
  return parts.flatMap(({ kind, id }) => (kind === 'tool-call' ? [id] : []));
}

/** A quarter of the characters. */
function estimate({ parts }) {
  return Math.ceil(parts.reduce((sum, part) => sum + characters(part), 0) / 4);
}

function characters(part) {
  switch (part.kind) {
    case 'text':
    case 'thinking':
      return part.text.length;
    case 'tool-call':
      return part.name.length + JSON.stringify(part.input).length;
    case 'tool-result':
      return part.parts.reduce((sum, inner) => sum + characters(inner), 0);
    case 'image':
    case 'document':
      return 4_800;
    default:
      return JSON.stringify(part.json).length;
  }
}
