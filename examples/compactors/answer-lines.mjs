import { createInterface } from 'node:readline';

/**
 * Reads what Highwater asks on stdin and prints an answer for each line. `compact(messages, facts)` returns the messages of
 * the new context (an id alone for one that stays), `{ messages, usage, note }`, or undefined to keep all. docs/compactor.md
 */
export async function answerLines(compact) {
  let known = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const { messages, unchanged, ...facts } = JSON.parse(line);
    known = [...known.slice(0, unchanged), ...messages];
    const answer = await compact(known, facts);
    const fields = answer === undefined ? { keep: true } : Array.isArray(answer) ? { messages: answer } : answer;
    process.stdout.write(`${JSON.stringify({ call: facts.call, ...fields })}\n`);
  }
}

export const same = ({ id }) => ({ id });

/** Stands in for a model: a summary of a fixed length. Put the request to your model here, and return its usage. */
export async function summaryOf(messages) {
  return `[A summary of ${messages.length} messages would stand here.]`;
}
