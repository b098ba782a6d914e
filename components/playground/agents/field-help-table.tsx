import { classNames } from '@/components/ui/class-names';
import { fieldHelp } from '@/lib/state/playground/agents/field-help';
import styles from './agents.module.css';

/** [O2] */
export function FieldHelpTable() {
  return (
    <div className={styles.scroll}>
      <table className={classNames(styles.table, styles.help)} aria-label="Fields of the front matter">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Values</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fieldHelp.map(({ field, values, explains }) => (
            <tr key={field}>
              <td>
                <code>{field}</code>
              </td>
              <td>{values}</td>
              <td>{explains}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.muted}>
        The text after the front matter is its system prompt. † Our own choice: models of OpenAI’s are asked for no more
        than high; only the changed files of a copy are kept, not all of it.
      </p>
    </div>
  );
}
