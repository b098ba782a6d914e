import { fieldHelp } from '@/lib/state/playground/agents/field-help';
import styles from './agents.module.css';

/** [O2] */
export function FieldHelpTable() {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Fields of the front matter">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Values</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fieldHelp.map(({ field, values, explains, isUnused }) => (
            <tr key={field}>
              <td>
                <code>{field}</code>
              </td>
              <td>{values}</td>
              <td>
                {explains}
                {isUnused === true && '. Read, but without effect here †'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.muted}>
        The text after the front matter is its system prompt. † Our own choice: files of real projects stay readable.
      </p>
    </div>
  );
}
