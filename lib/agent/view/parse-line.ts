import { assertNever } from '../../base/assert-never';
import { fail, ok, type Result } from '../../base/result';
import { parseCommand, type TypedCommand } from '../../simulator/commands/parse-command';
import { parseDuration } from './duration';

/** Parses what a user types into the prompt box. */
export type Line =
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'command'; readonly command: TypedCommand }
  | { readonly type: 'wait'; readonly ms: number }
  /** [A7] What the agent is to save in its memory. */
  | { readonly type: 'remember'; readonly text: string }
  | { readonly type: 'undo' }
  | { readonly type: 'clear' }
  /** [D1] */
  | { readonly type: 'dream' }
  | { readonly type: 'show'; readonly what: 'context' | 'memory' | 'agents' | 'hooks' | 'team' | 'help' };

export interface CommandEntry {
  readonly name: string;
  /** Its arguments. */
  readonly takes?: string;
  readonly explains: string;
  /** The tab that it opens, by its title. */
  readonly opens?: string;
  readonly examples?: readonly string[];
}

/** For completion and for `/help`. */
export const commandList = [
  {
    name: '/compact',
    takes: 'from/up to a message, focus',
    explains: 'Compacts the context before the next call: all of it, or one side of a message',
    examples: [
      '/compact the parser and its tests',
      '/compact from #12',
      '/compact up to "Now the tests" keep all paths',
    ],
  },
  { name: '/snip', explains: 'Removes the oldest rounds from the context, without a summary' },
  { name: '/summary', explains: 'Updates the session note now' },
  {
    name: '/unfold',
    takes: 'message',
    explains: 'Replaces a collapsed span’s summary with its messages',
    examples: ['/unfold #12'],
  },
  {
    name: '/wait',
    takes: 'time',
    explains: 'Lets time pass for the run: its clock, the cache and the age of its files',
    examples: ['/wait 1h', '/wait 1d', '/wait 90m', '/wait 2d 12h'],
  },
  {
    name: '/remember',
    takes: 'text',
    explains: 'Asks the agent to save something in its memory, for later sessions of the project',
    examples: ['/remember We deploy on Thursdays', '/remember Run the tests twice before you report'],
  },
  { name: '/memory', explains: 'Shows what is in memory, what was saved and what was recalled', opens: 'Memory' },
  {
    name: '/dream',
    explains: 'Tidies the memory of the project now, whatever the time and the number of sessions since the last dream',
  },
  {
    name: '/agents',
    explains: 'Shows the agents that there are and that were started, and edits their files',
    opens: 'Agents',
  },
  {
    name: '/team',
    explains: 'Shows the memory that the team shares: its folder, its server, and what was pulled and pushed',
    opens: 'Team',
  },
  {
    name: '/hooks',
    explains: 'Shows hooks and permissions: their settings, and what each hook did',
    opens: 'Hooks',
  },
  { name: '/context', explains: 'Shows what is in the context, part by part', opens: 'Context' },
  {
    name: '/clear',
    explains: 'Starts a new session of the same project, on the current files; this one stays in the list',
  },
  { name: '/undo', explains: 'Undoes your last prompt or /wait, and everything after it' },
  { name: '/help', explains: 'Lists these commands' },
] as const satisfies readonly CommandEntry[];

type CommandName = (typeof commandList)[number]['name'];

/** A command is one word after a slash: `/etc/passwd is missing` is a prompt. */
export function parseLine(typed: string): Result<Line> {
  const text = typed.trim();
  if (text === '') return fail('Nothing was typed.');
  const [, word = ''] = /^(\/[\w-]*)(?:\s|$)/.exec(text) ?? [];
  if (word === '') return ok({ type: 'prompt', text });
  const name = commandList.find((command) => command.name === word)?.name;
  if (name === undefined) {
    const names = commandList.map((command) => command.name).join(', ');
    return fail(`Unknown command ${word}. Available: ${names}.`);
  }
  const rest = text.slice(word.length).trim();
  if (name === '/wait') {
    const ms = parseDuration(rest);
    return ms.ok ? ok({ type: 'wait', ms: ms.value }) : ms;
  }
  if (name === '/remember') {
    return rest === ''
      ? fail('/remember takes what to save, such as: /remember We deploy on Thursdays')
      : ok({ type: 'remember', text: rest });
  }
  if (rest !== '' && name !== '/compact' && name !== '/unfold') return fail(`${name} takes no arguments.`);
  return lineOf(name, text);
}

function lineOf(name: Exclude<CommandName, '/wait' | '/remember'>, text: string): Result<Line> {
  switch (name) {
    case '/compact':
    case '/snip':
    case '/summary':
    case '/unfold': {
      const command = parseCommand(text);
      return command.ok ? ok({ type: 'command', command: command.value }) : command;
    }
    case '/undo':
      return ok({ type: 'undo' });
    case '/clear':
      return ok({ type: 'clear' });
    case '/dream':
      return ok({ type: 'dream' });
    case '/context':
      return ok({ type: 'show', what: 'context' });
    case '/memory':
      return ok({ type: 'show', what: 'memory' });
    case '/agents':
      return ok({ type: 'show', what: 'agents' });
    case '/team':
      return ok({ type: 'show', what: 'team' });
    case '/hooks':
      return ok({ type: 'show', what: 'hooks' });
    case '/help':
      return ok({ type: 'show', what: 'help' });
    default:
      return assertNever(name);
  }
}

/** The commands that match the typed prefix. */
export function completionsOf(typed: string): readonly CommandEntry[] {
  return /^\/[\w-]*$/.test(typed) ? commandList.filter(({ name }) => name.startsWith(typed)) : [];
}
