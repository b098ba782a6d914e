'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { NumberText } from '@/components/ui/number-text';
import { Tag } from '@/components/ui/tag';
import { TimeText } from '@/components/ui/time-text';
import type { SectionChoices } from '@/lib/agent/journal/entry';
import type { ShownSection } from '@/lib/agent/view/system-view';
import styles from './system.module.css';

interface SectionListProps {
  readonly title: string;
  /** What holds for all of them. */
  readonly explains: string;
  readonly sections: readonly ShownSection[];
  readonly choices: SectionChoices;
  /** Undefined if they cannot be changed. */
  readonly onChoose: ((choices: SectionChoices) => void) | undefined;
}

/** [Y1] Sections in the order in which they are sent; each opens to its text. */
export function SectionList({ title, explains, sections, choices, onChoose }: SectionListProps) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.heading}>
        {title} <NumberText value={tokensOf(sections)} unit="tokens" isEstimate />
      </h2>
      <p className={styles.muted}>{explains}</p>
      <ol className={styles.sections}>
        {sections.map((section) => (
          <SectionRow key={section.id} section={section} choices={choices} onChoose={onChoose} />
        ))}
      </ol>
    </section>
  );
}

function tokensOf(sections: readonly ShownSection[]): number {
  return sections.reduce((sum, { state, tokens }) => sum + (state === 'sent' ? tokens : 0), 0);
}

interface SectionRowProps extends Pick<SectionListProps, 'choices' | 'onChoose'> {
  readonly section: ShownSection;
}

function SectionRow({ section, choices, onChoose }: SectionRowProps) {
  const { id, title, kind, state, tokens, isEdited } = section;
  const [isOpen, setIsOpen] = useState(false);
  const isOff = choices.off.includes(id);
  const toggle = () =>
    onChoose?.({ ...choices, off: isOff ? choices.off.filter((each) => each !== id) : [...choices.off, id] });
  return (
    <li className={styles.section} data-state={state}>
      <div className={styles.row}>
        <input
          type="checkbox"
          aria-label={`Send “${title}”`}
          checked={!isOff}
          disabled={onChoose === undefined}
          onChange={toggle}
        />
        <button type="button" className={styles.open} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <span className={styles.name}>{title}</span>
          {isEdited && <Tag title="With a text of yours">edited</Tag>}
          {kind === 'volatile' && <Tag title="Computed before each call">volatile</Tag>}
          <span className={styles.state}>
            {state === 'sent' ? <NumberText value={tokens} unit="tokens" isEstimate /> : stateWords[state]}
          </span>
        </button>
      </div>
      {isOpen && <OpenSection section={section} choices={choices} onChoose={onChoose} />}
    </li>
  );
}

const stateWords: Readonly<Record<Exclude<ShownSection['state'], 'sent'>, string>> = {
  off: 'off',
  empty: 'empty, not sent',
  replaced: 'replaced',
};

function OpenSection({ section, choices, onChoose }: SectionRowProps) {
  const { id, title, text, usualText, computed, nothing, state, isEdited, kind } = section;
  const [draft, setDraft] = useState<string>();
  const take = (next: string | undefined) => {
    const { [id]: _, ...others } = choices.texts;
    onChoose?.({ ...choices, texts: next === undefined ? others : { ...others, [id]: next } });
    setDraft(undefined);
  };
  return (
    <div className={styles.text}>
      {state === 'empty' && nothing !== '' && <p className={styles.muted}>{nothing}</p>}
      {state === 'replaced' && <p className={styles.muted}>Your own system prompt (Setup tab) replaces it.</p>}
      <p className={styles.muted}>
        {kind === 'static' ? (
          'The same in every run.'
        ) : computed === undefined ? (
          'Computed when the session begins.'
        ) : (
          <>
            Computed {becauseWords[computed.because]}, before call {computed.call + 1},{' '}
            <TimeText timeMs={computed.timeMs} withTime />.
          </>
        )}
      </p>
      <textarea
        aria-label={`Text of “${title}”`}
        rows={Math.min(14, Math.max(3, text.split('\n').length + 1))}
        spellCheck={false}
        readOnly={onChoose === undefined}
        value={draft ?? text}
        onChange={({ target }) => setDraft(target.value === text ? undefined : target.value)}
      />
      {onChoose !== undefined && (
        <div className={styles.bar}>
          <Button
            look="main"
            disabled={draft === undefined}
            onClick={() => take(draft === usualText ? undefined : draft)}
          >
            Use this text
          </Button>
          <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
            Discard
          </Button>
          <Button disabled={!isEdited} onClick={() => take(undefined)}>
            Reset
          </Button>
        </div>
      )}
    </div>
  );
}

const becauseWords: Readonly<Record<NonNullable<ShownSection['computed']>['because'], string>> = {
  'session start': 'when the session began',
  compaction: 'again after a compaction',
  'each call': 'because it differed',
};
