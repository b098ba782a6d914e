import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { matrixOf } from '@/lib/experiments/matrix';
import { counted } from '@/lib/series/words/format-number';
import { noVerdicts, withVerdicts } from '@/lib/state/experiments/experiment-judge';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import type { OpenedExperiment } from '@/lib/state/experiments/experiments';
import { BatchList } from '../sending/batch-list';
import { experimentDraft, experimentJudge, experiments, sessionEngines } from '../stores/experiment-stores';
import { CellAnswers, type ChosenCell } from './cell-answers';
import { ExperimentExports } from './experiment-exports';
import { ExperimentProgress } from './experiment-progress';
import styles from './experiment-view.module.css';
import { JudgeSection } from './judge-section';
import { MatrixTable } from './matrix-table';
import { ModelTable } from './model-table';
import { PromptVersions } from './prompt-versions';
import { ScoreBar } from './score-bar';
import { ThresholdTable } from './threshold-table';

/** One experiment, while it runs and afterwards. */
export function ExperimentView({ id }: { readonly id: string }) {
  const opened = useStore(experiments, (state) => state.opened[id]);
  const isLoaded = useStore(experiments, (state) => state.isLoaded);
  const isKept = useStore(experiments, ({ kept }) => kept.some((each) => each.id === id));
  const [hasLooked, setHasLooked] = useState(false);

  useEffect(() => () => sessionEngines.closeIdle(), []);
  useEffect(() => {
    void experimentJudge.getState().load(id);
    void experiments
      .getState()
      .open(id)
      .then(() => setHasLooked(true));
  }, [id]);

  if (opened === undefined || (hasLooked && isLoaded && !isKept && !opened.isRunning)) {
    if (!hasLooked) return <EmptyState title="Loading experiment…" />;
    return (
      <EmptyState title="Experiment not found">
        <p>It was deleted, here or in another tab, or belongs to another browser.</p>
      </EmptyState>
    );
  }
  return <Opened opened={opened} />;
}

function Opened({ opened }: { readonly opened: OpenedExperiment }) {
  const { experiment, answers, isRunning, isElsewhere, problem, unsaved, notSaved, damaged, outdated } = opened;
  const { id, score, thresholds } = experiment;
  const [chosen, setChosen] = useState<ChosenCell>();
  const choose = useCallback(
    (cell: ChosenCell) =>
      setChosen((before) => (before?.row === cell.row && before.boundary === cell.boundary ? undefined : cell)),
    [],
  );
  const verdicts = useStore(experimentJudge, ({ byExperiment }) => byExperiment[id] ?? noVerdicts);
  const judged = useMemo(() => withVerdicts(answers, verdicts), [answers, verdicts]);
  const matrix = useMemo(
    () => matrixOf(experiment, judged, { score, thresholds }),
    [experiment, judged, score, thresholds],
  );
  return (
    <>
      <ExperimentProgress opened={opened} />
      {isElsewhere && (
        <ErrorNote
          look="notice"
          what="This experiment is running in another tab."
          advice="Answers appear there. Reload this page when it is done."
        />
      )}
      {notSaved !== undefined && (
        <ErrorNote
          {...notSaved}
          advice={`${notSaved.advice} ${unsaved.length === 1 ? 'One answer is' : `${unsaved.length} answers are`} only kept while this page is open: nothing more is asked until it is saved.`}
        >
          <Button onClick={() => void experiments.getState().saveAgain(id)}>Save again</Button>
        </ErrorNote>
      )}
      {problem !== undefined && <ErrorNote {...problem} />}
      {damaged > 0 && (
        <ErrorNote look="notice" what={`${damaged} stored answers could not be read and were left unchanged.`} />
      )}
      {outdated > 0 && !isRunning && !isElsewhere && (
        <ErrorNote
          look="notice"
          what={`The rules of a session were edited after ${counted(outdated, 'answer')} had been counted.`}
          advice="Until they are counted again, answers are compared on different rules. Nothing is sent."
        >
          <Button onClick={() => void experiments.getState().recount(id)}>Count again</Button>
        </ErrorNote>
      )}
      <BatchList opened={opened} />
      <ScoreBar experiment={experiment} />
      <MatrixTable matrix={matrix} experiment={experiment} isSorted={!isRunning} chosen={chosen} onChoose={choose} />
      {chosen !== undefined && (
        <CellAnswers
          key={`${chosen.row} ${chosen.boundary}`}
          opened={opened}
          cell={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
      <ModelTable matrix={matrix} />
      <ThresholdTable experiment={experiment} answers={judged} />
      <JudgeSection experiment={experiment} answers={answers} isRunning={isRunning} />
      <PromptVersions experiment={experiment} score={score} answers={answers.length} />
      <div className={styles.exports}>
        <RunAgain experiment={experiment} />
        <ExperimentExports experiment={experiment} answers={judged} />
      </div>
    </>
  );
}

/** A new experiment with the same boundaries and rows: for a prompt that has changed. */
function RunAgain({ experiment }: { readonly experiment: Experiment }) {
  const router = useRouter();
  return (
    <Button
      onClick={() => {
        void experimentDraft.getState().repeat(experiment);
        router.push('/prompts/experiments');
      }}
    >
      Set up again
    </Button>
  );
}
