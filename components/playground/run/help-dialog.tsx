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
              {'opens' in command && (
                <>
                  . Opens the tab <em>{command.opens}</em>
                </>
              )}
              {'examples' in command && <Examples lines={command.examples} />}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        Refer to a message by its number in the Context tab, such as <code>#12</code>, or by the start of its text in
        quotes.
      </p>
      <p>Anything else is sent to the agent. While it is running, messages are queued for the next call.</p>
      <p>
        Without a model, a script answers. It can fix the failing tests, review every file, create, replace, rename,
        copy and delete files, search, count, list and show, run a shell command, and look up words. It refuses the
        rest.
      </p>
      <p>
        Where agents can be started (tab <em>Agents</em>), the script starts them, too: “Review the files with three
        agents”, “Ask Explore where to_cents is used”, “Start an agent in the background that reviews src/date.awk”,
        “Tell agent-1: also look at src/sort.awk”.
      </p>
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
