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
    <label className={styles.choice}>
      Highlight
      <select
        value={marked}
        onChange={({ target: { value } }) => {
          if (isMarked(value)) onChoose(value);
        }}
      >
        {Object.entries(titles).map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

function isMarked(id: string): id is Marked {
  return Object.hasOwn(titles, id);
}
