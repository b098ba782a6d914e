import { Dialog } from '@/components/ui/dialog';
import { commandList } from '@/lib/agent/view/parse-line';
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
            <dd>
              {command.explains}
              {'examples' in command && <Examples lines={command.examples} />}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        A message is named by its number in the Context tab, as <code>#12</code>, or by the start of its text in
        quotation marks.
      </p>
      <p>Anything else is said to the agent. What is sent while it works waits for the next call.</p>
    </Dialog>
  );
}

function Examples({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className={styles.examples} aria-label="Examples">
      {lines.map((line) => (
        <li key={line}>
          <code>{line}</code>
        </li>
      ))}
    </ul>
  );
}
