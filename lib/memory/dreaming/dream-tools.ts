import { asText, type JsonObject } from '../../base/json';
import { deniedBecause, deniedPrograms } from '../extraction/allowed-tools';
import { memoryName } from '../files/memory-path';

/** [D4] Between them only text flows: what one prints, the other filters. */
const READS = ['ls', 'find', 'cat', 'stat', 'wc', 'head', 'tail'];
const SEARCHES = ['grep', 'rg'];
const WITHOUT_CONTENT = new Set(['ls', 'find', 'stat', 'wc']);

/** [D3] Transcripts of earlier sessions lie beside the memory folder. */
export function transcriptFolder(root: string): string {
  return root.replace(/\/memory$/, '');
}

export function isTranscript(path: string, root: string): boolean {
  return path.startsWith(`${transcriptFolder(root)}/`) && /\.jsonl$/.test(path);
}

/** [D4] As for an extraction, and searching in the shell, too. Undefined: allowed. */
export function deniedInDream(name: string, input: JsonObject, root: string): string | undefined {
  if (name === 'Bash') return deniedCommand(asText(input.command), root);
  const path = asText(input.file_path) ?? '';
  if (name === 'Read' && isTranscript(path, root)) {
    return 'Transcripts are not read whole: search them with Grep, or with grep and tail -50.';
  }
  if ((name === 'Write' || name === 'Edit') && path.startsWith(`${root}/team/`)) {
    return 'The memory of the team is not tidied: others write it, too.';
  }
  return deniedBecause(name, input, root);
}

function deniedCommand(command: string | undefined, root: string): string | undefined {
  if (command === undefined) return 'Bash needs "command".';
  // Words in quotation marks are no pipes.
  const bare = command.replace(/'[^'\n]*'|"[^"\n$`]*"/g, (quoted) => 'x'.repeat(quoted.length));
  const programs: string[] = [];
  let start = 0;
  for (let at = 0; at <= bare.length; at++) {
    if (at < bare.length && bare[at] !== '|') continue;
    const denied = deniedPrograms(bare.slice(start, at), [...READS, ...SEARCHES]);
    if (denied !== undefined) return denied;
    programs.push(command.slice(start, at).trim());
    start = at + 1;
  }
  const reads = programs.filter((each) => !WITHOUT_CONTENT.has(each.split(/\s+/)[0] ?? ''));
  const whole = reads.find((each) => !SEARCHES.includes(each.split(/\s+/)[0] ?? '') && namesTranscript(each, root));
  return whole === undefined ? undefined : 'Transcripts are not read whole: search them with grep, and tail -50.';
}

function namesTranscript(program: string, root: string): boolean {
  return /\.jsonl\b/.test(program) || program.includes(`${transcriptFolder(root)}/*`);
}

/** [D3] A memory that goes has no text: an agent that may not remove files writes nothing into it. */
export function isRemoval(name: string, input: JsonObject, root: string): boolean {
  if (name !== 'Write' || asText(input.content)?.trim() !== '') return false;
  const within = memoryName(asText(input.file_path) ?? '', root);
  return within.ok;
}

/** Whether a path is below the memory folder: a memory, the index, a log or the lock. */
export function isMemoryOf(path: string, root: string): boolean {
  return path.startsWith(`${root}/`);
}
