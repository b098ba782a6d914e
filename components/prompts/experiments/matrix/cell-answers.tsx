import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { PlaceDialog, type ShownPlace } from '@/components/why/place-dialog';
import { type Failure, failureOf } from '@/lib/base/failure';
import { optional } from '@/lib/base/optional';
import { fail, ok, type Result } from '@/lib/base/result';
import type { AnswerLists, Experiment, PlacedBoundary, StoredAnswer } from '@/lib/state/experiments/experiment-record';
import { boundaryTitle, rowTitle } from '@/lib/state/experiments/experiment-words';
import type { OpenedExperiment } from '@/lib/state/experiments/experiments';
import { keptRunOf, promptsAddress } from '@/lib/state/experiments/shown-in-prompts';
import type { RunResult } from '@/lib/state/prompts/prompt-run';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { MarkChoice, type Marked } from '../../results/mark-choice';
import { RunResultView } from '../../results/run-result-view';
import { promptLibrary } from '../../stores/prompt-stores';
import { experimentJudge, experiments, sessionEngines } from '../stores/experiment-stores';
import styles from './experiment-view.module.css';
import { VerdictList } from './verdict-list';

/** A cell of the matrix. */
export interface ChosenCell {
  readonly row: string;
  readonly boundary: string;
}

interface CellAnswersProps {
  readonly opened: OpenedExperiment;
  readonly cell: ChosenCell;
  onClose(): void;
}

/** All answers of a cell, also partial ones, and one of them in full. */
export function CellAnswers({ opened: { experiment, answers }, cell, onClose }: CellAnswersProps) {
  const row = experiment.rows.find(({ id }) => id === cell.row);
  const boundary = experiment.boundaries.find(({ id }) => id === cell.boundary);
  const own = answers.filter((answer) => answer.row === cell.row && answer.boundary === cell.boundary);
  const [wanted, setWanted] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = own.find(({ id }) => id === wanted) ?? own.find(({ state }) => state === 'whole') ?? own.at(-1);
  const title = row === undefined || boundary === undefined ? '' : `${rowTitle(row)}, ${boundaryTitle(boundary)}`;

  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      // Closed by its button, which is gone: back to the cell.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  if (row === undefined || boundary === undefined) return null;
  return (
    <section className={styles.answers} aria-label={`Answers: ${title}`}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      {own.length === 0 && <EmptyState title="No answers yet" />}
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">Answer</legend>
        {own.map((answer) => (
          <Button key={answer.id} aria-pressed={answer.id === shown?.id} onClick={() => setWanted(answer.id)}>
            {answerTitle(answer)}
          </Button>
        ))}
      </fieldset>
      {shown !== undefined && <AnswerView key={shown.id} experiment={experiment} boundary={boundary} answer={shown} />}
    </section>
  );
}

const stateNotes = { whole: '', partial: ', partial', failed: ', failed' } as const;

/** `Answer 2, 14:05:12, partial` */
function answerTitle({ repeat, atMs, state }: StoredAnswer): string {
  return `Answer ${repeat}, ${new Date(atMs).toTimeString().slice(0, 8)}${stateNotes[state]}`;
}

interface AnswerViewProps {
  readonly experiment: Experiment;
  readonly boundary: PlacedBoundary;
  readonly answer: StoredAnswer;
}

/** The text, its scores with their lists, and the way to Prompts. */
function AnswerView({ experiment, boundary, answer }: AnswerViewProps) {
  const [lists, setLists] = useState<AnswerLists>();
  const [session, setSession] = useState<Result<readonly MessageRow[], Failure>>();
  const [shown, setShown] = useState<ShownPlace>();
  const [marked, setMarked] = useState<Marked>('needed');
  const { text, tokens, context, sent, problem } = answer;
  const verdict = useStore(experimentJudge, ({ byExperiment }) => byExperiment[experiment.id]?.verdicts[answer.id]);
  const rows = session?.ok ? session.value : [];

  useEffect(() => {
    let isHere = true;
    void experiments
      .getState()
      .lists(experiment.id, answer.id)
      .then((found) => isHere && setLists(found ?? { scores: [] }));
    return () => {
      isHere = false;
    };
  }, [experiment.id, answer.id]);

  // The names of the messages that the lists link to.
  useEffect(() => {
    let isHere = true;
    sessionEngines
      .use(boundary.session, async (_, opened) => opened.rows)
      .then(
        (found) => isHere && setSession(ok(found)),
        (error: unknown) => isHere && setSession(fail(failureOf(error))),
      );
    return () => {
      isHere = false;
    };
  }, [boundary.session]);

  const result: RunResult = useMemo(
    () => ({
      text,
      tokens,
      scores: lists?.scores ?? [],
      ...optional('context', context),
      ...optional('sent', sent),
      ...optional('problem', problem),
    }),
    [text, tokens, lists, context, sent, problem],
  );
  const onShow = useCallback(
    (message: number, part: number, sought?: string) => setShown({ message, part, text: sought }),
    [],
  );
  const load = useCallback(
    (index: number) => sessionEngines.use(boundary.session, (engine) => engine.ask('message', { index })),
    [boundary.session],
  );
  return (
    <>
      <div className={styles.bar}>
        <MarkChoice marked={marked} onChoose={setMarked} />
        <ShowInPrompts experiment={experiment} boundary={boundary} answer={answer} lists={lists} />
      </div>
      {session !== undefined && !session.ok && (
        <ErrorNote
          look="notice"
          what={`The recording cannot be shown: ${session.error.what}`}
          advice={session.error.advice}
        />
      )}
      {answer.isBillUnknown && (
        <p className={styles.muted}>What this request cost is unknown: its bill did not arrive.</p>
      )}
      {text === '' && problem !== undefined ? (
        <ErrorNote {...problem} look="notice" />
      ) : (
        <div className={styles.answer}>
          <RunResultView label={answerTitle(answer)} result={result} marked={marked} rows={rows} onShow={onShow} />
        </div>
      )}
      {verdict !== undefined && <VerdictList verdict={verdict} />}
      <PlaceDialog rows={rows} shown={shown} load={load} onClose={() => setShown(undefined)} />
    </>
  );
}

interface ShowInPromptsProps extends AnswerViewProps {
  readonly lists: AnswerLists | undefined;
}

/** Saves the answer as a run of Prompts, and opens the boundary there. */
function ShowInPrompts({ experiment, boundary, answer, lists }: ShowInPromptsProps) {
  const router = useRouter();
  const row = experiment.rows.find(({ id }) => id === answer.row);
  if (row === undefined) return null;
  const show = async () => {
    const run = keptRunOf(experiment, answer, lists);
    if (run !== undefined) await promptLibrary.getState().keepRun(run);
    router.push(promptsAddress(boundary, row, answer.id));
  };
  return (
    <Button disabled={answer.text === '' || lists === undefined} onClick={() => void show()}>
      Open in Prompts
    </Button>
  );
}
