'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import type { SettingValue } from '@/lib/policies/change-setting';
import type { Policy, SessionModel } from '@/lib/policies/policy';
import type { ReplayMode } from '@/lib/simulator/replay';
import { standardOf } from '@/lib/state/policy-standard';
import type { Replies } from '@/lib/worker/replies';
import { ExemptTools } from './exempt-tools';
import { HooksCard } from './hooks-card';
import { LayerCard } from './layer-card';
import { PinnedMessages } from './pinned-messages';
import { PolicyActions } from './policy-actions';
import styles from './policy-editor.module.css';
import { PresetPicker } from './preset-picker';
import { ReplayChoices } from './replay-choices';
import { SettingsFilter } from './settings-filter';
import { SummaryPromptCard } from './summary-prompt-card';
import { useSettingEdits } from './use-setting-edits';
import { WindowCard } from './window-card';

export interface PolicyEditorProps {
  readonly policy: Policy;
  /** Missing of a policy that no recording is replayed under. */
  readonly replay?: ReplayEditing;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Names of the tools that the session has: the same array as long as the session is the same. */
  readonly tools: readonly string[];
  readonly model: SessionModel;
  /** Of the agent that made the recording: a policy may have other thresholds for other versions. */
  readonly agentVersion?: string | undefined;
  /** By path, where a setting makes no difference on this session, in words. */
  readonly effectless?: ReadonlyMap<string, string>;
  /** Why it was refused, or nothing. */
  onChange(path: string, value: SettingValue): string | undefined;
  onChoosePolicy(policy: Policy): void;
  onUndo(): void;
  onRedo(): void;
}

export interface ReplayEditing {
  readonly mode: ReplayMode;
  readonly replies: Replies;
  readonly pinnedCount: number;
  onChooseMode(mode: ReplayMode): void;
  onChooseReplies(replies: Replies): void;
  onUnpinAll(): void;
  /** What is typed by hand in it. */
  readonly commands: ReactNode;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function PolicyEditor(props: PolicyEditorProps) {
  const { policy, replay, canUndo, canRedo, tools, model, agentVersion } = props;
  const { effectless = NONE, onChange, onChoosePolicy, onUndo, onRedo } = props;
  const [filter, setFilter] = useState('');
  const standard = useMemo(() => standardOf(policy), [policy]);
  const edits = useSettingEdits({ policy, standard, onChange, onChoosePolicy });
  useShortcuts({ 'Ctrl+z': onUndo, 'Ctrl+Z': onRedo });

  const shared = { filter, effectless, windowTokens: model.window, tools, edits };
  return (
    <section className={styles.editor} aria-labelledby="policy-editor-title">
      <div className={styles.head}>
        <h2 id="policy-editor-title">Policy</h2>
        <IconButton icon="undo" label="Undo (Ctrl Z)" disabled={!canUndo} onClick={onUndo} />
        <span className={styles.mirrored}>
          <IconButton icon="undo" label="Redo (Ctrl Shift Z)" disabled={!canRedo} onClick={onRedo} />
        </span>
      </div>
      <PresetPicker policy={policy} onChoose={onChoosePolicy} />
      <PolicyActions policy={policy} onChoose={onChoosePolicy} />
      {replay !== undefined && <ReplayChoices windowTokens={model.window} {...replay} />}
      <SettingsFilter value={filter} onChange={setFilter} />
      <div className={styles.cards}>
        <WindowCard policy={policy} standard={standard} model={model} version={agentVersion} {...shared} />
        {policy.layers.map((layer) => (
          <LayerCard key={layer.layer} layer={layer} standard={standard} {...shared} />
        ))}
        <p className={styles.nothing}>No setting has “{filter}” in its title or rule.</p>
      </div>
      {filter.trim() === '' && (
        <>
          <SummaryPromptCard policy={policy} onChoose={onChoosePolicy} />
          <HooksCard policy={policy} onChoose={onChoosePolicy} />
          <ExemptTools policy={policy} tools={tools} onChoose={onChoosePolicy} />
          {replay !== undefined && <PinnedMessages count={replay.pinnedCount} onUnpinAll={replay.onUnpinAll} />}
          {replay?.commands}
        </>
      )}
    </section>
  );
}
