import { Choice } from '@/components/messages/choice';
import type { PromptRun } from '@/lib/state/prompts/prompt-run';

interface RepeatChoiceProps {
  readonly runs: readonly PromptRun[];
  /** By its id. */
  readonly shown: string | undefined;
  onChoose(id: string): void;
}

/** Which of several answers to the same prompt is shown. */
export function RepeatChoice({ runs, shown, onChoose }: RepeatChoiceProps) {
  if (runs.length < 2) return null;
  const options = Object.fromEntries(runs.map(({ id }, index) => [id, String(index + 1)]));
  return <Choice label="Answer" options={options} value={shown ?? ''} onChoose={onChoose} />;
}
