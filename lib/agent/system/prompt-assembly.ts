import { InstructionSession } from '../../instructions/instruction-session';
import type {
  InstructionPlaces,
  InstructionTree,
  LoadedInstructions,
  LoadReason,
} from '../../instructions/instruction-tree';
import { cutIndex, type IndexLimits } from '../../memory/files/memory-index';
import { INDEX_NAME } from '../../memory/files/memory-path';
import type { Origin } from '../../transcript/transcript';
import { type OwnSetup, type SectionChoices, usualSections } from '../journal/entry';
import { MEMORY_ROOT, TEAM_ROOT, teamIn } from '../tools/memory-files';
import type { Workspace } from '../tools/workspace';
import { fullPath, HOME, mountOf, SETTINGS_ROOT, WORKSPACE_ROOT, workspacePath } from '../tools/workspace-path';
import { dateOf } from './sections/date-of';
import { OTHER_MOUNTS } from './sections/environment';
import type { Section, SectionFacts } from './sections/section';
import { SeenFiles } from './seen-files';
import { SYSTEM_BEFORE_SECTIONS } from './system-before-sections';
import { promptBeforeSections, type SectionState, type SentPrompt, SystemPrompt } from './system-prompt';
import { nestedContext, type Piece, textOf, userContext } from './user-context';

/** What every request of a run starts with. */
export interface SentBeginning extends SentPrompt {
  readonly userContext: string | undefined;
}

/** A message of its own in the conversation. */
export interface Attachment {
  readonly text: string;
  readonly origin: Origin;
}

/** [I3] An event: an instruction file was loaded. */
export interface InstructionsLoaded extends Omit<LoadedInstructions, 'text'> {
  readonly call: number;
  readonly timeMs: number;
  /** As it was sent. */
  readonly text: string;
}

export interface AssemblyParts {
  readonly sections: readonly Section[];
  readonly own: OwnSetup;
  readonly choices: SectionChoices | undefined;
  readonly files: Workspace;
  /** The run began before prompts had sections: its requests stay as they were. */
  readonly isOld: boolean;
  /** [O5] A fork begins with what its parent sent, until a compaction. */
  readonly inherited?: SentBeginning | undefined;
}

/** What is known when something is computed. */
export interface AssemblyMoment {
  readonly call: number;
  readonly nowMs: number;
  readonly model: string;
  /** [A4] If the policy saves memories. */
  readonly index: IndexLimits | undefined;
}

/** Where instructions are looked for in a run. */
export const instructionPlaces: InstructionPlaces = {
  root: WORKSPACE_ROOT,
  home: HOME,
  managed: `${SETTINGS_ROOT}/claude-code`,
  memoryIndex: `${MEMORY_ROOT}/${INDEX_NAME}`,
  teamIndex: `${TEAM_ROOT}/${INDEX_NAME}`,
};

/**
 * [Y] [I] What surrounds the conversation of a run: the system prompt, the user context, and what is attached before a
 * turn. It follows from the entries of the run, as the conversation does.
 */
export class PromptAssembly {
  choices: SectionChoices;
  /** [I3] In order. */
  readonly loads: InstructionsLoaded[] = [];
  /** [Y5] Undefined without instructions. */
  context: readonly Piece[] | undefined;
  private readonly prompt: SystemPrompt;
  private readonly seen: SeenFiles;
  private session: InstructionSession;
  private made: SentBeginning | undefined;
  private standsFrom = 0;
  private toldDate = '';
  private limits: IndexLimits | undefined;
  private inherited: SentBeginning | undefined;

  constructor(private readonly parts: AssemblyParts) {
    this.choices = parts.choices ?? usualSections;
    this.prompt = new SystemPrompt(parts.sections);
    this.seen = new SeenFiles(parts.files);
    this.inherited = parts.inherited;
    this.session = this.newSession();
  }

  get isOld(): boolean {
    return this.parts.isOld;
  }

  /** The same object until something differs. */
  get sent(): SentBeginning {
    if (this.inherited !== undefined) return this.inherited;
    this.made ??= this.parts.isOld
      ? { ...this.promptOfOldRun, userContext: undefined }
      : {
          ...this.prompt.sent(this.choices, this.parts.own),
          userContext: this.context && textOf(this.context),
        };
    return this.made;
  }

  /** [A6] As they are sent; empty if they are not. */
  get memoryRules(): string {
    return this.sections.find(({ section, state }) => section.id === 'memory-rules' && state === 'sent')?.text ?? '';
  }

  get sections(): readonly SectionState[] {
    return this.prompt.states(this.choices, this.parts.own);
  }

  /** The session begins. Until the first prompt, what it would begin with. */
  start(moment: AssemblyMoment): void {
    this.loads.length = 0;
    this.session = this.newSession();
    this.computeAll(moment, 'session start');
  }

  /** [Y3] [Y5] What was remembered is computed anew, and the files are read anew. */
  compacted(moment: AssemblyMoment, stillSeen: ReadonlySet<string>): void {
    this.seen.keep(stillSeen);
    this.inherited = undefined;
    this.computeAll(moment, 'after a compaction');
  }

  choose(choices: SectionChoices, moment: AssemblyMoment): void {
    this.choices = choices;
    if (this.parts.isOld) return;
    this.made = undefined;
    this.computeVolatile(moment);
  }

  /** [Y3] Before each call. */
  computeVolatile(moment: AssemblyMoment): void {
    if (this.parts.isOld) return;
    const at = { call: moment.call, timeMs: moment.nowMs };
    if (this.prompt.computeVolatile(this.factsAt(moment), at)) this.made = undefined;
  }

  /** [Y6] Behind a prompt. */
  ofPrompt({ nowMs }: AssemblyMoment): readonly Attachment[] {
    if (this.parts.isOld) return [];
    return [...this.changedFiles(), ...this.newDate(nowMs)];
  }

  /** [Y6] [I3] Behind results: `read` was read, `changed` was changed by the tools, `known` is all that the agent knows. */
  ofResults(
    { read, changed, known }: Record<'read' | 'changed' | 'known', readonly string[]>,
    moment: AssemblyMoment,
  ): readonly Attachment[] {
    if (this.parts.isOld) return [];
    this.seen.update(known, changed);
    this.seen.read(read.filter((path) => known.includes(path)));
    return [...this.changedFiles(), ...this.newDate(moment.nowMs), ...this.nested(read, moment)];
  }

  /** [I1] Loaded since the session began or was compacted: what the agent goes by. */
  get standing(): readonly InstructionsLoaded[] {
    return this.loads.slice(this.standsFrom);
  }

  get seenPaths(): readonly string[] {
    return this.seen.paths;
  }

  private get promptOfOldRun(): SentPrompt {
    const { own, files } = this.parts;
    return promptBeforeSections(SYSTEM_BEFORE_SECTIONS, hasOtherMounts(files) ? OTHER_MOUNTS : undefined, own);
  }

  private computeAll(
    moment: AssemblyMoment,
    reason: Extract<LoadReason, 'session start' | 'after a compaction'>,
  ): void {
    const { call, nowMs: timeMs, index } = moment;
    const isStart = reason === 'session start';
    const because = isStart ? 'session start' : 'compaction';
    this.prompt.computeAll(this.factsAt(moment), { call, timeMs, because });
    this.toldDate = dateOf(timeMs);
    this.limits = index;
    const loaded = this.session.take({ type: isStart ? 'session-start' : 'compaction' });
    this.standsFrom = this.loads.length;
    this.note(loaded, moment);
    this.context = userContext(loaded, timeMs, (path) => this.textOf(path));
    // A run from before keeps what it began with.
    if (!this.parts.isOld || isStart) this.made = undefined;
  }

  private changedFiles(): readonly Attachment[] {
    return this.seen
      .takeChanged()
      .map(({ path, text }) => ({ text, origin: { kind: 'changed-file', name: fullPath(path) } }));
  }

  private newDate(nowMs: number): readonly Attachment[] {
    const date = dateOf(nowMs);
    if (date === this.toldDate) return [];
    this.toldDate = date;
    const text = `<system-reminder>\nThe date has changed: it is ${date} now.\n</system-reminder>`;
    return [{ text, origin: { kind: 'date' } }];
  }

  private nested(read: readonly string[], moment: AssemblyMoment): readonly Attachment[] {
    return read.flatMap((path): readonly Attachment[] => {
      const loaded = this.session.take({ type: 'read', path: fullPath(path) });
      const [first] = loaded;
      if (first === undefined) return [];
      this.note(loaded, moment);
      return [{ text: nestedContext(loaded), origin: { kind: 'instructions', name: first.path } }];
    });
  }

  private note(loaded: readonly LoadedInstructions[], { call, nowMs }: AssemblyMoment): void {
    for (const each of loaded) this.loads.push({ ...each, call, timeMs: nowMs });
  }

  private factsAt({ nowMs, model, index }: AssemblyMoment): SectionFacts {
    const { parts } = this;
    return {
      nowMs,
      model,
      // Only looked up when a section is computed that needs it.
      get hasOtherMounts() {
        return hasOtherMounts(parts.files);
      },
      memoryRoot: index === undefined ? undefined : MEMORY_ROOT,
      get hasTeam() {
        return teamIn(parts.files) !== undefined;
      },
      hasServer: this.choices.hasServer,
    };
  }

  /** Loaded once until a compaction: an injected message stays in the context until then. */
  private newSession(): InstructionSession {
    return new InstructionSession(this.tree, instructionPlaces, { again: 'after-compaction' });
  }

  private get tree(): InstructionTree {
    const { files } = this.parts;
    return {
      read: (path) => this.textOf(path),
      list: () => files.list().map(fullPath),
    };
  }

  /** [A4] The index is cut as the policy says. Without a layer that saves memories, a session begins without them. */
  private textOf(path: string): string | undefined {
    const place = workspacePath(path);
    const text = place.ok ? this.parts.files.read(place.value) : undefined;
    const { memoryIndex, teamIndex } = instructionPlaces;
    if (text === undefined || (path !== memoryIndex && path !== teamIndex)) return text;
    if (path === teamIndex && teamIn(this.parts.files) === undefined) return undefined;
    return this.limits === undefined ? undefined : cutIndex(text, this.limits).text;
  }
}

function hasOtherMounts(files: Workspace): boolean {
  return files.list().some((path) => mountOf(path) !== WORKSPACE_ROOT);
}
