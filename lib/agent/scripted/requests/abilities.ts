/** Prompts that the script handles on the sample repository and on most others. */
export const examplePrompts = [
  'Fix the failing tests, then review every file.',
  'Search for TODO',
  'Create notes.txt with the text: hello',
] as const;

const IT_CAN =
  'I can fix the failing tests of the sample repository, review every file, create a file with a text you give, ' +
  'replace text in a file, rename, copy or delete a file, search, count, list and show files, run a shell command, ' +
  'and look up words in the files.';
const EXAMPLES = 'Try one of these:';
const CONNECT = 'For anything else, choose a model in the Policy tab. It needs an API key.';

/** What the script can do, with prompts to try. `first` is the one closest to what was asked. */
export function abilities(say: string, ...first: readonly string[]): string {
  const examples = [...first, ...examplePrompts].slice(0, examplePrompts.length);
  return [say, '', IT_CAN, '', EXAMPLES, ...examples.map((prompt) => `- ${prompt}`), '', CONNECT].join('\n');
}

const IT_CAN_ASK =
  'It can give work to other agents, too: review a change in parts, ask Explore where something is, start an agent in ' +
  'the background, and send messages to agents.';
export const agentPrompts = ['Review the change with five agents', 'Ask Explore where to_cents is used'] as const;

/** The same text where agents can be started. */
export function withAgents(text: string): string {
  if (offersIn(text).length === 0) return text;
  const offers = agentPrompts.map((prompt) => `- ${prompt}\n`).join('');
  return text
    .replace(IT_CAN, () => `${IT_CAN}\n\n${IT_CAN_ASK}`)
    .replace(`\n\n${CONNECT}`, () => `\n${offers}\n${CONNECT}`);
}

/** It is answered immediately, and nothing was done. */
export function refusal(why: string, ...first: readonly string[]): string {
  return abilities(`A script is answering, not a model. ${why} Nothing was changed.`, ...first);
}

/** What is shown beside buttons for the prompts to try. */
export function withoutOffers(text: string): string {
  if (offersIn(text).length === 0) return text;
  return `${text.slice(0, text.lastIndexOf(`\n${EXAMPLES}\n`))}\n${CONNECT}`;
}

/** The prompts to try at the end of a text of the script, for buttons. Quoted files never end like this. */
export function offersIn(text: string): readonly string[] {
  if (!text.endsWith(`\n\n${CONNECT}`)) return [];
  const list = text.slice(text.lastIndexOf(`\n${EXAMPLES}\n`) + EXAMPLES.length + 2, -CONNECT.length - 2);
  return list.split('\n').map((line) => line.replace(/^- /, ''));
}
