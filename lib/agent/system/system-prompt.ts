import type { Part } from '../../transcript/transcript';
import type { OwnSetup, SectionChoices } from '../journal/entry';
import type { Section, SectionFacts } from './sections/section';

/** When a section was computed. */
export interface ComputedAt {
  /** The call before which it was. */
  readonly call: number;
  readonly timeMs: number;
  readonly because: 'session start' | 'compaction' | 'each call';
}

interface Remembered {
  readonly text: string | undefined;
  readonly at: ComputedAt;
}

/** A section as it stands in the next request, or why it does not. */
export interface SectionState {
  readonly section: Section;
  /** What is sent; if it is not, what would be. */
  readonly text: string;
  readonly state: 'sent' | 'off' | 'empty' | 'replaced';
  /** Without the user's edits. */
  readonly usual: string;
  readonly isEdited: boolean;
  readonly at: ComputedAt | undefined;
}

/** [Y2] What precedes the messages: the static block ends with a breakpoint of the cache. */
export interface SentPrompt {
  readonly parts: readonly Part[];
  readonly staticParts: number;
}

/** [Y4] These stand behind a custom prompt, too. */
const BEHIND_CUSTOM: ReadonlySet<string> = new Set(['memory-rules']);

/** [Y1] [Y3] The system prompt of a run: what each section said when it was computed, under the user's choices. */
export class SystemPrompt {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly sections: readonly Section[]) {}

  /** A session begins, or is compacted: what was remembered is computed anew. */
  computeAll(facts: SectionFacts, at: ComputedAt): void {
    for (const section of this.sections) this.remembered.set(section.id, { text: section.text(facts), at });
  }

  /** [Y3] Whether anything differs. */
  computeVolatile(facts: SectionFacts, at: Omit<ComputedAt, 'because'>): boolean {
    let differs = false;
    for (const section of this.sections) {
      if (section.kind !== 'volatile') continue;
      const text = section.text(facts);
      if (text === this.remembered.get(section.id)?.text) continue;
      this.remembered.set(section.id, { text, at: { ...at, because: 'each call' } });
      differs = true;
    }
    return differs;
  }

  states({ off, texts }: SectionChoices, own: OwnSetup): readonly SectionState[] {
    const isOff = new Set(off);
    return this.sections.map((section) => {
      const known = this.remembered.get(section.id);
      const edited = texts[section.id];
      const text = edited ?? known?.text ?? '';
      return {
        section,
        text,
        usual: known?.text ?? '',
        state: stateOf(section, { text, isOff: isOff.has(section.id), isCustom: own.system !== undefined }),
        isEdited: edited !== undefined,
        at: known?.at,
      };
    });
  }

  /** [Y2] [Y4] */
  sent(choices: SectionChoices, own: OwnSetup): SentPrompt {
    const sent = this.states(choices, own).filter(({ state }) => state === 'sent');
    const texts = (isStatic: boolean) =>
      sent.filter(({ section }) => (section.kind === 'static') === isStatic).map(({ text }) => text);
    const first = own.system === undefined ? texts(true).join('\n\n') : own.system;
    const second = [...texts(false), ...appended(own)].join('\n\n');
    // The API rejects an empty text.
    const parts = [first, second].filter((text) => text.trim() !== '');
    return { parts: parts.map((text) => ({ kind: 'text', text })), staticParts: first.trim() === '' ? 0 : 1 };
  }
}

interface Standing {
  readonly text: string;
  readonly isOff: boolean;
  readonly isCustom: boolean;
}

function stateOf({ id }: Section, { text, isOff, isCustom }: Standing): SectionState['state'] {
  if (isCustom && !BEHIND_CUSTOM.has(id)) return 'replaced';
  if (isOff) return 'off';
  return text.trim() === '' ? 'empty' : 'sent';
}

/** [Y4] */
function appended({ instructions = '' }: OwnSetup): readonly string[] {
  return instructions.trim() === '' ? [] : [`${BEFORE_INSTRUCTIONS}\n\n${instructions.trim()}`];
}

const BEFORE_INSTRUCTIONS =
  'Instructions of the user for this workspace. They take precedence over what is written above:';

/** Before prompts had sections: one block after the other, with the breakpoint behind the last. */
export function promptBeforeSections(system: string, otherMounts: string | undefined, own: OwnSetup): SentPrompt {
  const texts = [own.system ?? system, ...(otherMounts === undefined ? [] : [otherMounts]), ...appended(own)];
  const parts = texts.filter((text) => text.trim() !== '').map((text) => ({ kind: 'text', text }) as const);
  return { parts, staticParts: parts.length };
}
