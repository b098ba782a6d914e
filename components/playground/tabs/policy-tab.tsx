'use client';

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { PolicyEditor } from '@/components/policy-editor/policy-editor';
import { pageClock } from '@/components/shell/page-clock';
import type { ModelChoice, RunLimits } from '@/lib/agent/journal/entry';
import type { RunView } from '@/lib/agent/view/run-view';
import type { Policy } from '@/lib/policies/shape/policy';
import { createPolicySteps } from '@/lib/state/policy/policy-steps';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { LimitFields } from './limit-fields';
import { ModelFields } from './model-fields';
import tabs from './tabs.module.css';

interface PolicyTabProps {
  readonly run: Pick<RunView, 'policy' | 'model' | 'limits'>;
  readonly session: OpenSession;
  onPolicy(policy: Policy): void;
  onModel(model: ModelChoice): void;
  onLimits(limits: RunLimits): void;
}

/** Everything here takes effect before the next call. */
export function PolicyTab({ run, session, onPolicy, onModel, onLimits }: PolicyTabProps) {
  const [steps] = useState(() => createPolicySteps({ policy: run.policy, clock: pageClock, apply: onPolicy }));
  const {
    policy,
    steps: { past, future },
  } = useStore(steps);
  const { change, choose, undo, redo, endGesture, follow } = steps.getState();
  const tools = useMemo(() => toolsOf(session), [session]);

  useEffect(() => follow(run.policy), [follow, run.policy]);
  useEffect(() => {
    // Wherever the pointer is released: a slider is dragged far beyond its ends.
    window.addEventListener('pointerup', endGesture);
    return () => {
      window.removeEventListener('pointerup', endGesture);
      // The latest change counts, whatever is viewed next.
      endGesture();
    };
  }, [endGesture]);

  return (
    <div className={tabs.tab}>
      <p className={tabs.muted}>Changes take effect at the next call, even while the agent is running.</p>
      <ModelFields model={run.model} policy={run.policy} onModel={onModel} />
      <LimitFields limits={run.limits} onLimits={onLimits} />
      <PolicyEditor
        policy={policy}
        canUndo={past.length > 0}
        canRedo={future.length > 0}
        tools={tools}
        model={session.summary}
        onChange={change}
        onChoosePolicy={choose}
        onUndo={undo}
        onRedo={redo}
      />
    </div>
  );
}

function toolsOf({ rows }: OpenSession): readonly string[] {
  const names = new Set(rows.flatMap(({ parts }) => parts.flatMap(({ toolName }) => toolName ?? [])));
  return [...names].sort();
}
