'use client';

import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import styles from './keys-dialog.module.css';
import { tour } from './stores';
import { TourButton } from './tour-button';

const groups = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['?'], what: 'Show this list' },
      { keys: ['Ctrl Z'], what: 'Undo the last deletion' },
      { keys: ['Esc'], what: 'Close, cancel' },
    ],
  },
  {
    title: 'Sessions',
    keys: [
      { keys: ['o'], what: 'Choose files' },
      { keys: ['Ctrl V'], what: 'Import what is on the clipboard' },
      { keys: ['/'], what: 'Search' },
      { keys: ['↑', '↓'], what: 'Move in the list' },
      { keys: ['Enter'], what: 'Open the session' },
      { keys: ['F2'], what: 'Rename' },
      { keys: ['Delete'], what: 'Delete' },
    ],
  },
  {
    title: 'A session',
    keys: [
      { keys: ['←', '→'], what: 'Previous, next call' },
      { keys: ['Shift ←', 'Shift →'], what: 'Ten calls back, on' },
      { keys: ['k', 'j'], what: 'Previous, next event of the policy or of the recording' },
      { keys: ['Home', 'End'], what: 'First, last call' },
      { keys: ['Space'], what: 'Play, stop' },
      { keys: ['Ctrl Z', 'Ctrl Shift Z'], what: 'Undo, redo a change of the policy' },
      { keys: ['b'], what: 'Keep the policy as a scenario' },
      { keys: ['p'], what: 'Pin the message, so that no layer may take it' },
      { keys: ['u'], what: 'Unfold a summary: show what it stands for' },
      { keys: ['/'], what: 'Search the messages' },
      { keys: ['↑', '↓'], what: 'Move in the messages' },
      { keys: ['Enter'], what: 'Open or close a part' },
    ],
  },
  {
    title: 'Playground',
    keys: [
      { keys: ['c'], what: 'Go to the prompt' },
      { keys: ['Enter'], what: 'Send what is typed' },
      { keys: ['/'], what: 'In the prompt: list the commands' },
      { keys: ['↑'], what: 'In the prompt: what was sent before' },
      { keys: ['Space'], what: 'Stop the agent, let it go on' },
      { keys: ['Esc'], what: 'Stop the agent, also from the prompt' },
      { keys: ['←', '→'], what: 'Previous, next call' },
      { keys: ['k', 'j'], what: 'Previous, next event of the policy' },
      { keys: ['End'], what: 'Follow the newest call again' },
    ],
  },
] as const;

export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <TourButton tour={tour} onStart={onClose} />
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.keys}>
            {keys.map(({ keys: names, what }) => (
              <div key={what} className={styles.key}>
                <dt>{what}</dt>
                <dd>
                  {names.map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
