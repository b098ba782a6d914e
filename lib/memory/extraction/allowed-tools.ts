import { asText, type Json, type JsonObject } from '../../base/json';
import { memoryName } from '../files/memory-path';

/** [A10] What the background agent may call. Everything else is denied, with the reason. */
const READS = new Set(['Read', 'Grep', 'Glob']);
const WRITES = new Set(['Write', 'Edit']);
const PROGRAMS = ['ls', 'find', 'cat', 'stat', 'wc', 'head', 'tail'];
/** They start another program, or write. */
const JOINS = /[;&|<>`\n\r]|\$\(|\$\{/;
const FIND_ACTS = /(?:^|\s)-(?:exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)\b/;

/** Undefined: allowed. */
export function deniedBecause(name: string, input: JsonObject, root: string): string | undefined {
  if (READS.has(name)) return undefined;
  if (WRITES.has(name)) {
    const path = asText(input.file_path);
    if (path === undefined) return `${name} needs "file_path".`;
    const within = memoryName(path, root);
    return within.ok ? undefined : `${name} is only allowed in ${root}: ${within.error}.`;
  }
  if (name === 'Bash') return deniedCommand(asText(input.command));
  return `${name} is not allowed here. Use Read, Grep, Glob, Bash for reading, or Write and Edit in ${root}.`;
}

/** A command that only reads, or why it is none. */
export function deniedCommand(command: Json | undefined): string | undefined {
  return typeof command === 'string' ? deniedPrograms(command, PROGRAMS) : 'Bash needs "command".';
}

/** One command of these programs, without redirection or substitution. */
export function deniedPrograms(command: string, programs: readonly string[]): string | undefined {
  const only = `Bash is only allowed for ${programs.join(', ')}, one at a time.`;
  const [program = ''] = command.trim().split(/\s+/);
  if (!programs.includes(program) || JOINS.test(command)) return only;
  return program === 'find' && FIND_ACTS.test(command) ? `${only} find may only list.` : undefined;
}
