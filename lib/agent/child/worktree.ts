import { type KeptCopy, keptText } from '../../agents/typed-agent';
import type { FileChange } from '../journal/entry';
import type { Workspace } from '../tools/workspace';
import { fullPath } from '../tools/workspace-path';

const FOLDER = '.claude/worktrees';

/**
 * [O2] The files of an agent with `isolation: worktree`: a copy of the workspace as it was when the agent began. In the
 * files of the run there is only what it changed, in a folder of its own. Other mounts are no part of a worktree.
 */
export class Worktree {
  readonly files: Workspace;
  private readonly before: Workspace;
  private readonly root: string;

  constructor(of: Workspace, id: string) {
    let root = `${FOLDER}/${id}`;
    // An earlier session may have left one.
    for (let number = 2; of.isFolder(root); number++) root = `${FOLDER}/${id}-${number}`;
    this.root = root;
    this.files = of.copy();
    this.files.apply(of.below(FOLDER).map((path) => ({ path, text: null })));
    this.before = this.files.copy();
  }

  /** What its tools changed, as an entry has it. */
  kept(changes: readonly FileChange[]): FileChange[] {
    return changes.map((change) => (isOutside(change) ? change : { ...change, path: `${this.root}/${change.path}` }));
  }

  /** Such an entry came. */
  take(changes: readonly FileChange[], timeMs: number): void {
    const start = `${this.root}/`;
    const own = changes.map((change) =>
      change.path.startsWith(start) ? { ...change, path: change.path.slice(start.length) } : change,
    );
    this.files.apply(own, timeMs);
  }

  /** As its parent is told of it. */
  get left(): KeptCopy {
    const { before, files } = this;
    const inside = (paths: readonly string[]) => paths.filter((path) => !isOutside({ path }));
    return {
      root: fullPath(this.root),
      changed: inside(files.list()).filter((path) => files.read(path) !== before.read(path)),
      removed: inside(before.list()).filter((path) => files.read(path) === undefined),
    };
  }

  get text(): string {
    return keptText(this.left);
  }
}

function isOutside({ path }: Pick<FileChange, 'path'>): boolean {
  return path.startsWith('/');
}
