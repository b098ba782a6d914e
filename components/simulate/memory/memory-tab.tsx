'use client';

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { sessionList } from '@/components/shell/stores';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import type { MemoryBefore } from '@/lib/layers/shape/project-memory';
import type { SettingValue } from '@/lib/policies/shape/change-setting';
import type { Policy } from '@/lib/policies/shape/policy';
import { isOfMemory } from '@/lib/simulator/memory/memory-policy';
import type { SessionPlace } from '@/lib/state/sessions/session-place';
import type { MemoryByModel } from '@/lib/state/simulate/model-memory';
import type { ProjectMemory, UsesState } from '@/lib/state/simulate/project-memory';
import { AtTheStart } from './at-the-start';
import { CarriedTable } from './carried-table';
import { LeftList } from './left-list';
import { MemorySettings } from './memory-settings';
import styles from './memory-tab.module.css';
import { ProjectSessions } from './project-sessions';
import { RecallList } from './recall-list';
import { RecordedMemory } from './recorded-memory';
import { UsesList } from './uses-list';
import { WhoAnswers } from './who-answers';

export interface MemoryTabProps {
  readonly store: StoreApi<ProjectMemory>;
  readonly byModel: StoreApi<MemoryByModel>;
  readonly place: SessionPlace;
  /** The policy of the what-if, or what one would start from. */
  readonly policy: Policy;
  /** A what-if is shown. */
  readonly isWhatIf: boolean;
  readonly windowTokens: number;
  onChange(path: string, value: SettingValue): string | undefined;
  onTurn(isOn: boolean): void;
  /** What the replay of a what-if starts with. */
  onMemory(memory: MemoryBefore | undefined): void;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

/** [J1] [A5] [R1] What memory would have given this session, and what it would have left. */
export function MemoryTab(props: MemoryTabProps) {
  const { store, byModel, place, policy, onMemory, onSelectCall, onShow } = props;
  const { members, later, leftOut, progress, failure, isStopped, ...acts } = useStore(store);
  const byRules = useStore(store, ({ report }) => report);
  const answered = useStore(byModel, ({ shows, result }) => (shows === 'model' ? result : undefined));
  const report = answered?.report ?? byRules;
  const uses: UsesState = answered === undefined ? acts.uses : { type: 'counted', uses: answered.uses };
  const stored = useStore(sessionList, (list) => list.stored);
  const visit = useStore(sessionList, (list) => list.visit);
  const sessions = useMemo(() => [...stored, ...visit.map(({ meta }) => meta)], [stored, visit]);
  const isOn = props.isWhatIf && policy.layers.some((row) => row.isOn && isOfMemory(row));
  // A what-if goes on from what rules leave: its own requests are answered by them too.
  const before = byRules?.before;

  useEffect(() => {
    byModel.getState().open(place.session);
    void store.getState().look(place.session, sessions, policy);
  }, [store, byModel, place.session, sessions, policy]);
  useEffect(() => {
    if (before !== undefined && isOn) onMemory(before);
  }, [before, isOn, onMemory]);

  return (
    <div className={styles.content}>
      <ProjectSessions
        members={members}
        later={later}
        leftOut={leftOut}
        progress={progress}
        isStopped={isStopped}
        onToggle={acts.toggle}
        onStop={acts.stop}
        onAgain={acts.again}
      />
      {failure !== undefined && <ErrorNote {...failure} />}
      <MemorySettings {...props} isOn={isOn} />
      <WhoAnswers store={byModel} canAsk={byRules !== undefined && !byRules.isKeptElsewhere} />
      {report === undefined && failure === undefined && !isStopped && <p>Loading…</p>}
      {report?.isKeptElsewhere === true && (
        <EmptyState title="This agent kept its memory itself">
          What it saved and recalled is in the recording. Nothing is predicted beside it.
        </EmptyState>
      )}
      {report !== undefined && !report.isKeptElsewhere && (
        <>
          <AtTheStart opening={report.opening} />
          <CarriedTable report={report} isByModel={answered !== undefined} />
          <RecallList
            prompts={report.prompts}
            isByModel={answered !== undefined}
            onSelectCall={onSelectCall}
            onShow={onShow}
          />
          <LeftList
            earlier={report.earlier}
            isByModel={answered !== undefined}
            own={report.own}
            onSelectCall={onSelectCall}
            onShow={onShow}
          />
          <UsesList
            uses={uses}
            titles={report.earlier}
            onCount={() => void acts.countUses()}
            onSelectCall={onSelectCall}
            onShow={onShow}
          />
        </>
      )}
      <RecordedMemory place={place} onSelectCall={onSelectCall} onShow={onShow} own={report?.own} />
      <p className={styles.muted}>
        By rules, memories are chosen, saved and recalled without a model, over the recorded contexts. A what-if with
        memory on does the same in the contexts of its policy.
      </p>
    </div>
  );
}
