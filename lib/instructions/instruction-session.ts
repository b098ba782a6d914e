import { readFrontMatter } from './front-matter';
import type {
  InstructionLevel,
  InstructionPlaces,
  InstructionTree,
  LoadedInstructions,
  LoadReason,
} from './instruction-tree';
import { loadWithIncludes } from './load-with-includes';
import { matchesPath } from './match-path';
import { folderOf, isWithin } from './path-of-include';

/** What the agent does that may load instructions. */
export type Happening =
  | { readonly type: 'session-start' }
  | { readonly type: 'read'; readonly path: string }
  | { readonly type: 'compaction' };

export interface InstructionOptions {
  /** When what was loaded for a file that was read may be loaded again. Recordings show it again once others were loaded. */
  readonly again: 'after-others' | 'after-compaction';
}

/** [I3] Loads instructions as an agent does, one happening after the other. */
export class InstructionSession {
  /** Since the session began, or since a compaction. */
  private atStart = new Set<string>();
  /** Because files were read. */
  private onRead = new Set<string>();

  constructor(
    private readonly tree: InstructionTree,
    private readonly places: InstructionPlaces,
    private readonly options: InstructionOptions = { again: 'after-others' },
  ) {}

  take(happening: Happening): readonly LoadedInstructions[] {
    switch (happening.type) {
      case 'session-start':
        return this.start('session start');
      case 'compaction':
        return this.start('after a compaction');
      case 'read':
        return this.read(happening.path);
    }
  }

  /** [I1] From low to high: what comes later wins. */
  private start(reason: LoadReason): LoadedInstructions[] {
    this.atStart = new Set();
    this.onRead = new Set();
    const { root, home, managed, memoryIndex, teamIndex } = this.places;
    return [
      ...this.load([`${managed}/CLAUDE.md`], 'managed', reason),
      ...this.load([`${home}/.claude/CLAUDE.md`], 'user', reason),
      ...this.load(this.projectFiles(root), 'project', reason),
      ...this.load(
        this.rules().filter((path) => this.pathsOf(path) === undefined),
        'rule',
        reason,
      ),
      ...this.load([`${root}/CLAUDE.local.md`], 'local', reason),
      ...this.load(memoryIndex === undefined ? [] : [memoryIndex], 'memory', reason),
      ...this.load(teamIndex === undefined ? [] : [teamIndex], 'team', reason),
    ];
  }

  /** Both places of a folder, or AGENTS.md where there is neither. */
  private projectFiles(folder: string): string[] {
    const own = [`${folder}/CLAUDE.md`, `${folder}/.claude/CLAUDE.md`].filter((path) => this.has(path));
    return own.length > 0 ? own : [`${folder}/AGENTS.md`];
  }

  private read(path: string): LoadedInstructions[] {
    const { root } = this.places;
    if (!isWithin(path, root)) return [];
    const nested = foldersBetween(root, folderOf(path)).flatMap((folder) => [
      ...this.projectFiles(folder),
      `${folder}/CLAUDE.local.md`,
    ]);
    const below = path.slice(root.length + 1);
    const rules = this.rules().filter((rule) => this.pathsOf(rule)?.some((pattern) => matchesPath(pattern, below)));
    const loaded = [
      ...this.load(nested, 'nested', 'nested folder', path),
      ...this.load(rules, 'rule', 'matched paths', path),
    ];
    if (this.options.again === 'after-others' && loaded.length > 0) {
      this.onRead = new Set(loaded.map((file) => file.path));
    }
    return loaded;
  }

  private load(
    paths: readonly string[],
    level: InstructionLevel,
    reason: LoadReason,
    because?: string,
  ): LoadedInstructions[] {
    const isOnRead = because !== undefined;
    return paths.flatMap((path) => {
      if (this.atStart.has(path) || this.onRead.has(path) || !this.has(path)) return [];
      const loaded = new Set(isOnRead ? [...this.atStart, ...this.onRead] : this.atStart);
      const files = loadWithIncludes(
        { path, level, reason, ...(isOnRead && { because }) },
        this.tree,
        this.places,
        loaded,
      );
      for (const file of files) (isOnRead ? this.onRead : this.atStart).add(file.path);
      return files;
    });
  }

  private has(path: string): boolean {
    return this.tree.read(path) !== undefined;
  }

  private rules(): readonly string[] {
    const folder = `${this.places.root}/.claude/rules`;
    return this.tree
      .list()
      .filter((path) => folderOf(path) === folder && path.endsWith('.md'))
      .sort();
  }

  private pathsOf(rule: string): readonly string[] | undefined {
    return readFrontMatter(this.tree.read(rule) ?? '').paths;
  }
}

/** From the outermost below the root to the innermost. */
function foldersBetween(root: string, folder: string): string[] {
  const names = folder.slice(root.length + 1).split('/');
  return names.flatMap((name, place) => (name === '' ? [] : `${root}/${names.slice(0, place + 1).join('/')}`));
}
