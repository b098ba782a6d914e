import { TextHash } from '../../base/hash';
import { type DeskState, emptyDesk, type Todo } from '../journal/entry';
import { type ShellRunner, shellHere } from './shell';
import type { Workspace } from './workspace';

/** What the tools of one run have before them. They change it; what is to be kept of it is `state` and the changed files. */
export class Desk {
  private current: DeskState;

  constructor(
    readonly workspace: Workspace,
    state: DeskState = emptyDesk,
    /** The whole text of a result that was stored out of the context, by the path that its stub names. */
    readonly storedResult: (path: string) => string | undefined = () => undefined,
    readonly shell: ShellRunner = shellHere,
  ) {
    this.current = state;
  }

  state(): DeskState {
    return this.current;
  }

  /** The agent knows the file as it is now: it has read or written it. */
  see(path: string): void {
    const text = this.workspace.read(path);
    if (text === undefined) return;
    this.current = { ...this.current, seen: { ...this.current.seen, [path]: hashOf(text) } };
  }

  /** `changed`: by the shell or by the user's hand, since it was read. */
  knows(path: string): 'as-it-is' | 'changed' | 'not-read' {
    const { seen } = this.current;
    if (!Object.hasOwn(seen, path)) return 'not-read';
    return seen[path] === hashOf(this.workspace.read(path) ?? '') ? 'as-it-is' : 'changed';
  }

  setTodos(todos: readonly Todo[]): void {
    this.current = { ...this.current, todos };
  }
}

function hashOf(text: string): string {
  return new TextHash().add(text).digest();
}
