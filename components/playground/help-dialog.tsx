import { Dialog } from '@/components/ui/dialog';
import { commandList } from '@/lib/agent/parse-line';
import styles from './help-dialog.module.css';

interface HelpDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

/** `/help` */
export function HelpDialog({ isOpen, onClose }: HelpDialogProps) {
  return (
    <Dialog title="Commands" isOpen={isOpen} onClose={onClose}>
      <dl className={styles.commands}>
        {commandList.map((command) => (
          <div key={command.name}>
            <dt>
              <code>
                {command.name}
                {'takes' in command && ` [${command.takes}]`}
              </code>
            </dt>
            <dd>{command.explains}</dd>
          </div>
        ))}
      </dl>
      <p>Anything else is said to the agent. What is sent while it works waits for the next call.</p>
    </Dialog>
  );
}
