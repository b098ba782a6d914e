import { type Happening, type InstructionOptions, InstructionSession } from './instruction-session';
import type { InstructionTree, LoadedInstructions } from './instruction-tree';

export const PLACES = {
  root: '/workspace',
  home: '/home/agent',
  managed: '/etc/claude-code',
  memoryIndex: '/home/agent/.claude/projects/-workspace/memory/MEMORY.md',
} as const;

/** Short names are below the root. */
export function treeOf(files: Readonly<Record<string, string>>): InstructionTree {
  const all = new Map(Object.entries(files).map(([path, text]) => [absolute(path), text]));
  return { read: (path) => all.get(path), list: () => [...all.keys()] };
}

function absolute(path: string): string {
  if (path.startsWith('~/')) return `${PLACES.home}/${path.slice(2)}`;
  return path.startsWith('/') ? path : `${PLACES.root}/${path}`;
}

export function loadedBy(
  files: Readonly<Record<string, string>>,
  happenings: readonly Happening[] = [{ type: 'session-start' }],
  options?: InstructionOptions,
): readonly LoadedInstructions[] {
  const session = new InstructionSession(treeOf(files), PLACES, options);
  return happenings.flatMap((happening) => session.take(happening));
}

export function names(loaded: readonly LoadedInstructions[]): string[] {
  return loaded.map(({ path }) => path.replace(`${PLACES.root}/`, '').replace(PLACES.home, '~'));
}

export function notes(loaded: readonly LoadedInstructions[]): string[] {
  return loaded.flatMap((each) => each.notes);
}
