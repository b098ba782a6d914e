import { Choice } from '@/components/messages/choice';
import styles from './mark-choice.module.css';

/** What is underlined in the texts. */
export type Marked = keyof typeof titles;

const titles = {
  needed: 'Used later, rules',
  doubtful: 'Doubtful',
  all: 'All values',
  nothing: 'Nothing',
} as const;

interface MarkChoiceProps {
  readonly marked: Marked;
  onChoose(marked: Marked): void;
}

export function MarkChoice({ marked, onChoose }: MarkChoiceProps) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">Marked in the texts:</span>
      <Choice label="Marked in the texts" options={titles} value={marked} onChoose={onChoose} />
    </div>
  );
}
