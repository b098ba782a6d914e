'use client';

import { type StoreApi, useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';
import type { Tour } from '@/lib/state/shared/tour';
import styles from './keys-dialog.module.css';
import { RuleNamesChoice } from './rule-names';
import { tour } from './stores';
import { ThemeChoice } from './theme-switch';
import { presentTargets } from './tour-targets';

const groups = [
  {
    title: 'Everywhere',
    keys: [
      { keys: ['?'], what: 'Show this list' },
      { keys: ['Tab', 'Enter'], what: 'Skip to the list, chart, messages or columns' },
      { keys: ['Ctrl Z'], what: 'Undo last deletion' },
      { keys: ['Esc'], what: 'Close, cancel' },
    ],
  },
  {
    title: 'Sessions',
    keys: [
      { keys: ['o'], what: 'Choose files' },
      { keys: ['Ctrl V'], what: 'Import from clipboard' },
      { keys: ['/'], what: 'Search' },
      { keys: ['↓'], what: 'Go to the list, from the search or if nothing has the focus' },
      { keys: ['↑', '↓'], what: 'Move through the list' },
      { keys: ['Enter'], what: 'Open the session' },
      { keys: ['F2'], what: 'Rename' },
      { keys: ['Delete'], what: 'Delete' },
    ],
  },
  {
    title: 'A session',
    keys: [
      { keys: ['←', '→'], what: 'Previous / next call' },
      { keys: ['Shift ←', 'Shift →'], what: 'Back / forward 10 calls' },
      { keys: ['k', 'j'], what: 'Previous / next event, simulated or recorded' },
      { keys: ['Home', 'End'], what: 'First / last call' },
      { keys: ['+', '−', '0'], what: 'Zoom in, out, show all calls; or Ctrl and the wheel' },
      { keys: ['Space'], what: 'Play / pause, from the chart too' },
      { keys: ['↓'], what: 'Go to the messages, from the chart, the search or if nothing has the focus' },
      { keys: ['Ctrl Z', 'Ctrl Shift Z'], what: 'Undo / redo a policy change' },
      { keys: ['b'], what: 'Pin current settings as a scenario' },
      { keys: ['p'], what: 'Pin the message, so no layer can remove it' },
      { keys: ['u'], what: 'Expand a summary to show what it replaces' },
      { keys: ['/'], what: 'Search messages' },
      { keys: ['↑', '↓'], what: 'Move through messages' },
      { keys: ['Enter'], what: 'Expand or collapse a part' },
    ],
  },
  {
    title: 'Prompts',
    keys: [
      { keys: ['k', 'j'], what: 'Previous / next compaction, recorded or simulated' },
      { keys: ['←', '→'], what: 'Previous / next call' },
      { keys: ['Ctrl Enter'], what: 'In a prompt: run its column' },
    ],
  },
  {
    title: 'Playground',
    keys: [
      { keys: ['c'], what: 'Focus the prompt' },
      { keys: ['Enter'], what: 'Send' },
      { keys: ['/'], what: 'In the prompt: list commands' },
      { keys: ['↑'], what: 'In the prompt: previous prompts' },
      { keys: ['Space'], what: 'Stop / continue the agent' },
      { keys: ['Esc'], what: 'Stop the agent, even from the prompt' },
      { keys: ['←', '→'], what: 'Previous / next call' },
      { keys: ['k', 'j'], what: 'Previous / next policy event' },
      { keys: ['End'], what: 'Follow the latest call' },
    ],
  },
] as const;

export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys and settings" isOpen={isOpen} onClose={onClose}>
      <TourButton tour={tour} onStart={onClose} />
      <RuleNamesChoice />
      <ThemeChoice />
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

interface TourButtonProps {
  readonly tour: StoreApi<Tour>;
  /** Before it starts: a dialog must close. */
  onStart(): void;
}

/** Starts the tour again. Only visible where the tour can be shown. */
function TourButton({ tour, onStart }: TourButtonProps) {
  const isHere = useStore(tour, (state) => state.isHere);
  if (!isHere) return null;
  return (
    <Button
      onClick={() => {
        onStart();
        tour.getState().start(presentTargets());
      }}
    >
      Show the tour
    </Button>
  );
}
