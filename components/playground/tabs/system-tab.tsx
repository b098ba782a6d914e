'use client';

import { EmptyState } from '@/components/ui/empty-state';
import forms from '@/components/ui/forms.module.css';
import { NumberText } from '@/components/ui/number-text';
import type { SectionChoices } from '@/lib/agent/journal/entry';
import type { RunView } from '@/lib/agent/view/run-view';
import { ChangeCost } from '../system/change-cost';
import { EffectiveText } from '../system/effective-text';
import { InstructionLevels } from '../system/instruction-levels';
import { SectionList } from '../system/section-list';
import system from '../system/system.module.css';
import styles from './system-tab.module.css';
import tabs from './tabs.module.css';

interface SystemTabProps {
  readonly run: Pick<RunView, 'system' | 'setup' | 'role'>;
  onChoose(choices: SectionChoices): void;
  onSelectCall(call: number): void;
}

/** [Y] What every request starts with, piece by piece, and what a change of it costs. */
export function SystemTab({ run, onChoose, onSelectCall }: SystemTabProps) {
  const { sections, choices, isCustom, instructions, change } = run.system;
  if (sections.length === 0) {
    return (
      <EmptyState title="One text, without sections">
        <p>This run began before its system prompt had sections. It goes on as it began; a new run has them.</p>
      </EmptyState>
    );
  }
  const choose = run.role === 'runs' ? onChoose : undefined;
  return (
    <div className={styles.tab}>
      <ChangeCost change={change} hasStarted={run.setup.isFixed} onSelectCall={onSelectCall} />
      {isCustom && (
        <p className={tabs.muted}>
          Your own system prompt from the Setup tab is sent instead of these sections; only the memory rules stand
          behind it.
        </p>
      )}
      <SectionList
        title="Static block"
        explains="The same bytes in every call. It ends with a cache breakpoint."
        sections={sections.filter(({ kind }) => kind === 'static')}
        choices={choices}
        onChoose={isCustom ? undefined : choose}
      />
      <SectionList
        title="Dynamic block"
        explains="Computed when the session begins, and again after a compaction. If it changes, the conversation behind it is written to the cache again."
        sections={sections.filter(({ kind }) => kind !== 'static')}
        choices={choices}
        onChoose={choose}
      />
      <label className={forms.check}>
        <input
          type="checkbox"
          checked={choices.hasServer}
          disabled={choose === undefined}
          onChange={({ target }) => choose?.({ ...choices, hasServer: target.checked })}
        />
        Connect the made-up MCP server “tide-tables”: its instructions are a volatile section
      </label>
      <section className={system.part} aria-label="User context">
        <h2 className={system.heading}>
          User context <NumberText value={instructions.tokens} unit="tokens" isEstimate />
        </h2>
        <p className={tabs.muted}>
          The first block of the first message: instructions from low to high, later ones win. Read again after a
          compaction.
        </p>
        <InstructionLevels levels={instructions.levels} />
        {instructions.pieces.length === 0 ? (
          <p className={tabs.muted}>
            There are no instructions, so nothing is sent: the date is in the environment section.
          </p>
        ) : (
          <EffectiveText pieces={instructions.pieces} />
        )}
      </section>
    </div>
  );
}
