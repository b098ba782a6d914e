import { LongText } from '@/components/messages/parts/long-text';
import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import { LazyDetails } from '@/components/why/lazy-details';
import type { ShownTask, ShownTaskStep, ShownTaskTool } from '@/lib/agent/view/memory-view';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { messagesWords, type TaskState } from '@/lib/state/playground/memory/memory-words';
import { RequestFigures } from '../run/request-figures';
import styles from './memory.module.css';
import { MemoryDiff } from './memory-diff';
import task from './task-details.module.css';

interface TaskDetailsProps {
  readonly task: ShownTask;
  readonly state: TaskState;
  /** Missing if it cannot be stopped. */
  readonly onStop: (() => void) | undefined;
}

/** [A7]–[A11] What an extraction was given, did and changed. */
export function TaskDetails({ task: shown, state, onStop }: TaskDetailsProps) {
  const { model, newMessages, isFallback, steps, changes, startedMs, tookMs, says, usage, dollars } = shown;
  const isOver = state !== 'works' && state !== 'rests';
  const real = changes.filter(({ before, after }) => before !== after);
  return (
    <div className={styles.stack}>
      <p className={styles.facts}>
        <span>{messagesWords(newMessages, isFallback)}</span>
        <span>
          <TimeText timeMs={startedMs} withTime />
        </span>
      </p>
      <RequestFigures
        model={model}
        tookMs={tookMs}
        {...(usage !== undefined && { usage })}
        {...(dollars !== undefined && { dollars })}
      />
      {says !== '' && <p className={state === 'failed' ? styles.problem : styles.muted}>{shortened(says)}</p>}
      {onStop !== undefined && !isOver && (
        <div>
          <Button onClick={onStop}>Stop saving</Button>
        </div>
      )}
      {real.map((change) => (
        <MemoryDiff key={change.file} change={change} />
      ))}
      {isOver && real.length === 0 && <p className={styles.muted}>No file was changed.</p>}
      {steps.length > 0 && <TaskSteps steps={steps} from={0} title={counted(steps.length, 'request')} />}
    </div>
  );
}

interface TaskStepsProps {
  readonly steps: readonly ShownTaskStep[];
  /** So many came before. */
  readonly from: number;
  readonly title: string;
}

/** What was asked and done, request by request. */
export function TaskSteps({ steps, from, title }: TaskStepsProps) {
  return (
    <div className={task.requests}>
      <LazyDetails summary={title}>
        <ol className={task.steps}>
          {[...steps.entries()].map(([place, step]) => (
            <Step key={place} step={step} place={from + place} />
          ))}
        </ol>
      </LazyDetails>
    </div>
  );
}

const SHOWN_CHARACTERS = 2_000;

function shortened(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`;
}

function Step({ step: { text, tools }, place }: { readonly step: ShownTaskStep; readonly place: number }) {
  return (
    <li className={task.step}>
      <p className={styles.muted}>Request {exactNumber(place + 1)}</p>
      {text !== '' && <p className={task.text}>{shortened(text)}</p>}
      {[...tools.entries()].map(([at, tool]) => (
        <Tool key={at} tool={tool} />
      ))}
    </li>
  );
}

function Tool({ tool: { name, about, result, isError } }: { readonly tool: ShownTaskTool }) {
  const title = (
    <>
      <code>{name}</code> <span className={task.about}>{about}</span>
    </>
  );
  if (result === undefined) return <p className={task.tool}>{title} …</p>;
  // [A10] What was denied, and why, must not be hidden.
  if (isError) {
    return (
      <div className={task.tool}>
        {title}
        <p className={styles.problem}>{shortened(result)}</p>
      </div>
    );
  }
  return (
    <div className={task.tool}>
      <LazyDetails summary={title}>
        <LongText text={result} label={`Result of ${name}`} />
      </LazyDetails>
    </div>
  );
}
