import { Choice } from '@/components/messages/choice';
import styles from './mark-choice.module.css';

/** Chooses what is underlined in the texts. */
export type Marked = keyof typeof titles;

const titles = {
  needed: 'Used later and rules',
  doubtful: 'Questionable',
  all: 'All values',
  nothing: 'None',
} as const;

interface MarkChoiceProps {
  readonly marked: Marked;
  onChoose(marked: Marked): void;
}

export function MarkChoice({ marked, onChoose }: MarkChoiceProps) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">Highlight in texts:</span>
      <Choice label="Highlight in texts" options={titles} value={marked} onChoose={onChoose} />
    </div>
  );
}
