'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { noteLayer } from '@/lib/layers/single-layers';
import type { SettingValue } from '@/lib/policies/shape/change-setting';
import type { EarlierPolicy } from '@/lib/policies/shape/earlier-policy';
import type { Policy, SessionModel } from '@/lib/policies/shape/policy';
import type { WhatIfMode } from '@/lib/simulator/pipeline/replay-mode';
import type { Replies } from '@/lib/simulator/replay/replies';
import { missingLayers } from '@/lib/state/policy/missing-layers';
import { standardOf } from '@/lib/state/policy/policy-standard';
import { whyNoSetting } from '@/lib/state/policy/settings-filter';
import { ExemptTools } from './cards/exempt-tools';
import { HooksCard } from './cards/hooks-card';
import { LayerCard } from './cards/layer-card';
import { NotePromptCard } from './cards/note-prompt-card';
import { PinnedMessages } from './cards/pinned-messages';
import { ReplayChoices } from './cards/replay-choices';
import { SettingsFilter } from './cards/settings-filter';
import { SummaryPromptCard } from './cards/summary-prompt-card';
import { WindowCard } from './cards/window-card';
import { useSettingEdits } from './fields/use-setting-edits';
import { PolicyActions } from './policy-actions';
import styles from './policy-editor.module.css';
import { PresetPicker } from './preset-picker';

export interface PolicyEditorProps {
  readonly policy: Policy;
  /** Missing for a policy without a recording. */
  readonly replay?: ReplayEditing;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Names of the session's tools: the same array while the session is the same. */
  readonly tools: readonly string[];
  readonly model: SessionModel;
  /** Of the agent that made the recording: a policy may have other thresholds for other versions. */
  readonly agentVersion?: string | undefined;
  /** Settings without effect on this session, by path, with an explanation. */
  readonly effectless?: ReadonlyMap<string, string>;
  /** Why it was rejected, or nothing. */
  onChange(path: string, value: SettingValue): string | undefined;
  onChoosePolicy(policy: Policy): void;
  onUndo(): void;
  onRedo(): void;
}

export interface ReplayEditing {
  /** Otherwise the recording is shown, and a change starts from this policy. */
  readonly isApplied: boolean;
  /** Whether the rules of the recording's agent are known. */
  /** The rules of the agent that made the recording; null if they are unknown. */
  readonly recordedBy: Policy | null;
  readonly mode: WhatIfMode;
  readonly replies: Replies;
  readonly pinnedCount: number;
  /** What the policy of a live run was before. */
  readonly earlier: readonly EarlierPolicy[];
  onDropEarlier(): void;
  onChooseMode(mode: WhatIfMode): void;
  onChooseReplies(replies: Replies): void;
  onUnpinAll(): void;
  readonly commandCount: number;
  /** Its manual commands. */
  readonly commands: ReactNode;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function PolicyEditor(props: PolicyEditorProps) {
  const { policy, replay, canUndo, canRedo, tools, model, agentVersion } = props;
  const { effectless = NONE, onChange, onChoosePolicy, onUndo, onRedo } = props;
  const [filter, setFilter] = useState('');
  const standard = useMemo(() => standardOf(policy), [policy]);
  const prefersAll = useStore(preferences, ({ showsAllSettings }) => showsAllSettings);
  const isFiltered = filter.trim() !== '';
  const edits = useSettingEdits({ policy, standard, onChange, onChoosePolicy });
  useShortcuts({ 'Ctrl+z': onUndo, 'Ctrl+Z': onRedo });

  const shared = { filter, showsAll: prefersAll || isFiltered, effectless, windowTokens: model.window, tools, edits };
  return (
    <section className={styles.editor} aria-labelledby="policy-editor-title">
      <div className={styles.head}>
        <h2 id="policy-editor-title">Policy</h2>
        <Button
          look="quiet"
          aria-pressed={prefersAll}
          onClick={() => preferences.getState().set({ showsAllSettings: !prefersAll })}
        >
          All settings
        </Button>
        <IconButton icon="undo" label="Undo (Ctrl Z)" disabled={!canUndo} onClick={onUndo} />
        <span className={styles.mirrored}>
          <IconButton icon="undo" label="Redo (Ctrl Shift Z)" disabled={!canRedo} onClick={onRedo} />
        </span>
      </div>
      <PresetPicker
        policy={policy}
        showsAll={prefersAll}
        isApplied={replay?.isApplied !== false}
        recordedBy={replay?.recordedBy}
        onChoose={onChoosePolicy}
      />
      {prefersAll && <PolicyActions policy={policy} onChoose={onChoosePolicy} />}
      {replay !== undefined && (prefersAll || isOtherReplay(replay)) && (
        <ReplayChoices windowTokens={model.window} {...replay} />
      )}
      <div className={styles.filter}>
        <SettingsFilter value={filter} onChange={setFilter} />
      </div>
      <div className={styles.cards}>
        <WindowCard policy={policy} standard={standard} model={model} version={agentVersion} {...shared} />
        {policy.layers.map((layer) => (
          <LayerCard
            key={layer.layer}
            layer={layer}
            standard={standard}
            missing={missingLayers(policy, layer.layer)}
            {...shared}
          />
        ))}
        <p className={styles.nothing}>{whyNoSetting(filter) ?? `No settings match “${filter}”.`}</p>
      </div>
      {!isFiltered && (
        <>
          {(prefersAll || policy.summaryPrompt !== undefined) && (
            <SummaryPromptCard policy={policy} onChoose={onChoosePolicy} />
          )}
          {((prefersAll && policy.layers.some(({ layer }) => layer === noteLayer)) ||
            policy.notePrompt !== undefined) && <NotePromptCard policy={policy} onChoose={onChoosePolicy} />}
          {(prefersAll || policy.hooks !== undefined) && <HooksCard policy={policy} onChoose={onChoosePolicy} />}
          {(prefersAll || policy.exemptTools !== undefined) && (
            <ExemptTools policy={policy} tools={tools} onChoose={onChoosePolicy} />
          )}
          {replay !== undefined && (prefersAll || replay.pinnedCount > 0) && (
            <PinnedMessages count={replay.pinnedCount} onUnpinAll={replay.onUnpinAll} />
          )}
          {(prefersAll || (replay?.commandCount ?? 0) > 0) && replay?.commands}
        </>
      )}
    </section>
  );
}

/** What is set is shown at every level. */
function isOtherReplay({ mode, replies, earlier }: ReplayEditing): boolean {
  return mode !== 'free' || replies.type !== 'recorded' || earlier.length > 0;
}
