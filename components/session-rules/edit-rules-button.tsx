import { Button } from '@/components/ui/button';
import styles from './edit-rules-button.module.css';
import { rulesDialog } from './rules-dialog-store';

/** Opens the rules of the session, from wherever they are listed. */
export function EditRulesButton() {
  return (
    <Button look="quiet" className={styles.button} onClick={() => rulesDialog.getState().show(true)}>
      Edit rules…
    </Button>
  );
}
