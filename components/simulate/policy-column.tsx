import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { PolicyEditor } from '@/components/policy-editor/policy-editor';
import { policyOfAgent } from '@/lib/policies/index';
import type { EarlierPolicy } from '@/lib/policies/shape/earlier-policy';
import { eraVersion } from '@/lib/policies/shape/policy';
import { effectlessRanges } from '@/lib/series/tables/sweep-series';
import { effectlessWords } from '@/lib/state/shared/setting-words';
import { isWhatIf, whatIfOf } from '@/lib/state/simulate/simulated-session';
import { isStale } from '@/lib/state/simulate/sweeps';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { simulatedSession, sweeps } from './simulation-stores';
import { TypedCommands } from './typed-commands';

interface PolicyColumnProps {
  readonly session: OpenSession;
  readonly call: number;
  /** Changes within `act` are a choice that Back undoes. */
  choose(kind: string, act: () => void): void;
  onSelectCall(call: number): void;
}

export function PolicyColumn({ session, call, choose, onSelectCall }: PolicyColumnProps) {
  const {
    view: shown,
    steps: { past, future },
  } = useStore(simulatedSession);
  const view = useMemo(() => whatIfOf(shown), [shown]);
  const sweep = useStore(sweeps, ({ state }) => state);
  const {
    change,
    choosePolicy,
    chooseMode,
    chooseReplies,
    undo,
    redo,
    unpinAll,
    addCommand,
    removeCommand,
    skipRecordedCommands,
    dropEarlier,
  } = simulatedSession.getState();
  useEffect(() => {
    const { beginGesture, endGesture } = simulatedSession.getState();
    // Wherever the pointer is released: a slider is dragged far beyond its ends.
    const listeners = { pointerdown: beginGesture, pointerup: endGesture, pointercancel: endGesture };
    for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type, listener);
    };
  }, []);
  const tools = useMemo(() => toolsOf(session), [session]);
  const effectless = useMemo(() => {
    if (sweep.type !== 'done' || isStale(sweep.swept, view)) return new Map<string, string>();
    const words = effectlessWords(effectlessRanges(sweep.rows), undefined).join(' ');
    return new Map(words === '' ? [] : [[sweep.swept.path, words]]);
  }, [sweep, view]);
  return (
    <PolicyEditor
      policy={view.policy}
      replay={{
        isApplied: isWhatIf(shown),
        recordedBy: policyOfAgent(session.summary.agent) ?? null,
        mode: view.mode,
        replies: view.replies,
        pinnedCount: view.pinned.length,
        earlier: view.earlier ?? NONE,
        onDropEarlier: () => choose('policy', dropEarlier),
        commandCount: view.commands.length + (view.skipsRecordedCommands === true ? 1 : 0),
        onChooseMode: (mode) => choose('mode', () => chooseMode(mode)),
        onChooseReplies: chooseReplies,
        onUnpinAll: unpinAll,
        commands: (
          <TypedCommands
            session={session}
            commands={view.commands}
            call={call}
            skipsRecorded={view.skipsRecordedCommands === true}
            onSkipRecorded={skipRecordedCommands}
            onAdd={addCommand}
            onRemove={removeCommand}
            onSelectCall={onSelectCall}
          />
        ),
      }}
      canUndo={past.length > 0}
      canRedo={future.length > 0}
      tools={tools}
      model={session.summary}
      agentVersion={eraVersion(session.summary.agent)}
      effectless={effectless}
      onChange={change}
      onChoosePolicy={(policy) => choose('policy', () => choosePolicy(policy))}
      onUndo={undo}
      onRedo={redo}
    />
  );
}

const NONE: readonly EarlierPolicy[] = [];

function toolsOf({ rows }: OpenSession): readonly string[] {
  const names = new Set(rows.flatMap(({ parts }) => parts.flatMap(({ toolName }) => toolName ?? [])));
  return [...names].sort();
}
