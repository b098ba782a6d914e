import forms from '@/components/ui/forms.module.css';
import { exactNumber } from '@/lib/series/words/format-number';
import type { PromptRun } from '@/lib/state/prompts/prompt-run';
import styles from './answer-choice.module.css';

interface AnswerChoiceProps {
  readonly runs: readonly PromptRun[];
  /** By id. */
  readonly shown: string | undefined;
  onChoose(id: string): void;
}

/** Which of several answers is shown, by number and time. */
export function AnswerChoice({ runs, shown, onChoose }: AnswerChoiceProps) {
  if (runs.length < 2) return null;
  const hasFocus = runs.some(({ writer }) => writer.type === 'model' && writer.focus !== undefined);
  const hasPrompts = new Set(runs.map(({ writer }) => (writer.type === 'model' ? writer.promptText : ''))).size > 1;
  return (
    <label className={styles.answer}>
      <span className={forms.muted}>Answer</span>
      <select value={shown ?? ''} onChange={(event) => onChoose(event.target.value)}>
        {runs.map((run, index) => (
          <option key={run.id} value={run.id}>
            {exactNumber(index + 1)} of {exactNumber(runs.length)}, {timeOf(run)}
            {hasPrompts && run.writer.type === 'model' && `, ${run.writer.promptTitle}`}
            {hasFocus && run.writer.type === 'model' && run.writer.focus !== undefined && `, “${run.writer.focus}”`}
            {stateOf(run)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The day is only named if it is not today. */
function timeOf({ atMs }: PromptRun): string {
  const at = new Date(atMs);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? at.toLocaleTimeString() : at.toLocaleString();
}

function stateOf({ state }: PromptRun): string {
  if (state.type === 'failed') return ', failed';
  if (state.type !== 'ended') return ', in progress';
  return state.result.problem === undefined ? '' : ', partial';
}
