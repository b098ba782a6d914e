import type { ToolCallPart } from '../../transcript/transcript';
import type { EntryOf, HookedEvent, ToolResult } from '../journal/entry';
import type { AskedCall, HookEvent } from '../journal/need';
import type { Workspace } from '../tools/workspace';

/** [H1] What hooks and permissions make of a run. Settings are files, so they follow from its entries. */
export class LiveHooks {
  /** In order, with what came of each. */
  readonly log: HookedEvent[] = [];

  constructor(protected readonly files: Workspace) {}

  /** Before the first request, and after a compaction. */
  atStart(_reason: 'startup' | 'compact'): readonly HookEvent[] {
    return [];
  }

  atPrompt(_text: string): readonly HookEvent[] {
    return [];
  }

  beforeTools(_calls: readonly ToolCallPart[]): readonly HookEvent[] {
    return [];
  }

  afterTools(_calls: readonly ToolCallPart[], _results: readonly ToolResult[]): readonly HookEvent[] {
    return [];
  }

  /** The agent would end its turn. */
  atStop(): readonly HookEvent[] {
    return [];
  }

  /** What hooks said. Returns what is shown to the agent, each as a message of its own. */
  take({ events }: EntryOf<'hooked'>): readonly string[] {
    this.log.push(...events);
    return [];
  }

  /** Why the call must not run: a hook blocked it, a rule or the user denied it. */
  whyDenied(_call: ToolCallPart, _answer: EntryOf<'permitted'>['answer'] | undefined): string | undefined {
    return undefined;
  }

  /** If the user has to be asked. */
  asks(_call: ToolCallPart, _answer: EntryOf<'permitted'>['answer'] | undefined): AskedCall | undefined {
    return undefined;
  }

  /** The user's answer: `always` is a rule from now on. */
  permitted(_call: ToolCallPart, _entry: EntryOf<'permitted'>): void {}

  /** [H3] The settings of this session. */
  setUp(_entry: EntryOf<'hook-settings'>): void {}
}
