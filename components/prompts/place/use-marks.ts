import { useCallback, useMemo } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { useAnswer } from '@/components/ui/use-answer';
import type { Failure } from '@/lib/base/failure';
import { type CompactionMark, compactionMarks } from '@/lib/state/prompts/compaction-marks';
import { type SimulationView, viewOf } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';

export interface Marks {
  readonly marks: readonly CompactionMark[];
  /** Those of the policy may be missing yet. */
  readonly isSimulated: boolean;
  readonly failure: Failure | undefined;
}

/** The compactions of a session, and those that a policy would have made. */
export function useMarks({ timeline }: OpenSession, offered: SimulationView): Marks {
  const answer = useAnswer(
    useCallback(async (signal) => (await loadEngine()).ask('compare-policy', viewOf(offered), { signal }), [offered]),
  );
  return useMemo(() => {
    const failure = answer !== undefined && 'what' in answer ? answer : undefined;
    const simulation = answer === undefined || 'what' in answer ? undefined : answer.simulation;
    return { marks: compactionMarks(timeline, simulation), isSimulated: answer !== undefined, failure };
  }, [timeline, answer]);
}
