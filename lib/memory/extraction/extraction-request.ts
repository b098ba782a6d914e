import { asArray, type JsonObject } from '../../base/json';
import { savingAsText } from './memory-rules';

/** [A11] At most this many requests for one extraction. */
export const MAX_TURNS = 5;

export interface ExtractionAsk {
  readonly root: string;
  /** The messages behind the cursor. */
  readonly newMessages: number;
  /** `- [type] file (time): description`, one a line. */
  readonly manifest: string;
  /** Requests; 5 if it is not said. */
  readonly most?: number;
  /** [A8] Prompts that left in a compaction before they were looked at: they are not above. */
  readonly left?: readonly string[];
}

/** A longer prompt is a document. */
const LONGEST_PROMPT = 4_000;
const MOST_PROMPTS = 20;

/** [A11] What the background agent is told, after everything that its parent was sent. */
export function extractionText({ root, newMessages, manifest, most = MAX_TURNS, left = [] }: ExtractionAsk): string {
  const files =
    manifest === ''
      ? 'There are no memories yet.'
      : `These memories exist. Read one before you change it:\n${manifest}`;
  return `You now act as the agent that keeps the memory of this project. Look at the last ${newMessages} messages above, and save what later sessions should know.
${leftText(left)}
Tools: Read, Grep and Glob; Bash for ls, find, cat, stat, wc, head and tail; Write and Edit below ${root}. Everything else is denied, rm too.
You have ${most} turns. In the first, read all memories that you may change, at once. In the second, write everything, at once. Do not mix reading and writing.
Use only those messages. Do not research them in the code or in git.

${files}

${savingAsText(root)}

If there is nothing to save, save nothing, and answer with one sentence.`;
}

/** [A10] In front of it where the messages are a recording: nothing else of that machine is there. */
export function replayedExtractionText(text: string, root: string): string {
  return `This is a replay of a recorded session. Of the tools named below, only Read, Write and Edit are available, and only for files below ${root}.\n\n${text}`;
}

function leftText(left: readonly string[]): string {
  if (left.length === 0) return '';
  const quoted = left.slice(-MOST_PROMPTS).map((prompt) => quotation(prompt.slice(0, LONGEST_PROMPT).toWellFormed()));
  return `\n${LEFT}\n${quoted.join('\n\n')}\n`;
}

function quotation(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

const LEFT = 'The user also said this. A compaction removed it before you could look at it, so it is new, too:';
const LEFT_PROMPTS = new RegExp(`\\n${LEFT}\\n((?:>.*\\n\\n?)+)\\nTools: `);

const ROLE =
  /^(?:This is a replay of [^\n]*\n\n)?You now act as the agent that keeps the memory of this project\. Look at the last (\d+) messages above[\s\S]*? Write and Edit below ([^\n]+?)\. Everything else is denied/;
const MANIFEST = /\nThese memories exist\. Read one before you change it:\n([\s\S]*?)\n\nTypes of memories:\n/;

/** What the agent was told, for a model that answers by rules; undefined if the text says something else. */
export function readExtractionText(text: string): ExtractionAsk | undefined {
  const [, count, root] = ROLE.exec(text) ?? [];
  if (count === undefined || root === undefined) return undefined;
  const [, quoted = ''] = LEFT_PROMPTS.exec(text) ?? [];
  const left = quoted
    .split(/\n\n(?=>)/)
    .map((prompt) => prompt.trimEnd().replace(/^> ?/gm, ''))
    .filter((prompt) => prompt !== '');
  const manifest = MANIFEST.exec(text)?.[1] ?? '';
  return { root, newMessages: Number(count), manifest, ...(left.length === 0 ? {} : { left }) };
}

/**
 * [A11] The body for the Messages API: the very request of the parent, then one message. Its prefix is byte for byte
 * the parent's, so that it is read from the cache.
 */
export function extractionRequest(parent: JsonObject, reply: readonly JsonObject[], ask: ExtractionAsk): JsonObject {
  const messages = asArray(parent.messages) ?? [];
  return {
    ...parent,
    messages: [
      ...messages,
      ...(reply.length === 0 ? [] : [{ role: 'assistant', content: reply }]),
      { role: 'user', content: [{ type: 'text', text: extractionText(ask) }] },
    ],
  };
}
