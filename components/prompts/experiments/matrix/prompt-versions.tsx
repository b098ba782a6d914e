import { memo, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { RuleTag } from '@/components/rules/rule-tag';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { TimeText } from '@/components/ui/time-text';
import { type MeasureId, measures } from '@/lib/experiments/measures';
import { promptHistory, promptVersion, type VersionRun } from '@/lib/experiments/prompt-versions';
import { exactNumber } from '@/lib/series/words/format-number';
import { noVerdicts, withVerdicts } from '@/lib/state/experiments/experiment-judge';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import { measuredText } from '@/lib/state/experiments/experiment-words';
import { versionRuns } from '@/lib/state/experiments/version-runs';
import { promptLibrary } from '../../stores/prompt-stores';
import { experimentJudge, experiments } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';
import tables from './matrix-table.module.css';

interface PromptVersionsProps {
  readonly experiment: Experiment;
  readonly score: MeasureId;
  /** How many there are: with each, the history changes. */
  readonly answers: number;
}

/** [V5] The prompts of this experiment over the texts that they had, in all experiments. */
export const PromptVersions = memo(function PromptVersions({ experiment, score, answers }: PromptVersionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const titles = new Map(
    experiment.rows.flatMap((row) => (row.type === 'model' ? [[row.promptId, row.promptTitle] as const] : [])),
  );
  if (titles.size === 0) return null;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Versions of these prompts</summary>
      {isOpen &&
        [...titles].map(([id, title]) => (
          <History key={id} promptId={id} title={title} score={score} answers={answers} />
        ))}
    </details>
  );
});

async function judgedAnswersOf(id: string) {
  const { load } = experimentJudge.getState();
  if (experimentJudge.getState().byExperiment[id] === undefined) await load(id);
  const answers = await experiments.getState().answersOf(id);
  return withVerdicts(answers, experimentJudge.getState().byExperiment[id] ?? noVerdicts);
}

interface HistoryProps {
  readonly promptId: string;
  readonly title: string;
  readonly score: MeasureId;
  readonly answers: number;
}

function History({ promptId, title, score, answers }: HistoryProps) {
  const kept = useStore(experiments, (state) => state.kept);
  const current = useStore(promptLibrary, (library) => library.prompt(promptId));
  const [runs, setRuns] = useState<readonly VersionRun[]>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer, the history changes
  useEffect(() => {
    let isHere = true;
    void versionRuns(kept, promptId, judgedAnswersOf).then((found) => isHere && setRuns(found));
    return () => {
      isHere = false;
    };
  }, [kept, promptId, answers]);

  const versions = useMemo(() => promptHistory(runs ?? [], score), [runs, score]);
  const hasChanged = current !== undefined && !versions.some(({ version }) => version === promptVersion(current));
  return (
    <section className={styles.section} aria-label={`Versions of ${title}`}>
      <h3>
        {title}: {measures[score].name} <RuleTag rule="V5" />
      </h3>
      <ScrollArea className={tables.scroll} label={`Table of the versions of ${title}`}>
        <table className={tables.table}>
          <thead>
            <tr>
              {[
                'Version',
                'First run',
                'Model',
                'Experiments',
                'Answers',
                'Common boundaries',
                'All boundaries',
                'Text',
              ].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map((each) => (
              <tr key={`${each.version} ${each.model}`}>
                <th scope="row" title={each.version}>
                  {each.number}
                </th>
                <td>
                  <TimeText timeMs={each.firstMs} withTime />
                </td>
                <td>{each.model}</td>
                <td>{exactNumber(each.experiments)}</td>
                <td>{exactNumber(each.answers)}</td>
                <td>
                  {each.common === undefined ? 'none' : `${measuredText(each.common, score)}, ${each.common.count}`}
                </td>
                <td>{each.own === undefined ? 'none' : `${measuredText(each.own, score)}, ${each.own.count}`}</td>
                <td title={each.text}>{exactNumber(each.text.length)} characters</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {hasChanged && (
        <p className={styles.muted}>The prompt has changed since: its current text was not run in an experiment yet.</p>
      )}
    </section>
  );
}
