'use client';

import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { Story } from '@/lib/agent/story/story';
import type { Playground, PlaygroundRun } from '@/lib/state/playground/playground';
import type { StoredRun } from '@/lib/storage/stored-run';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { Chat } from './chat/chat';
import { FirstVisit } from './chat/first-visit';
import { atWork } from './run/run-header';
import notices from './run/run-notices.module.css';

interface TalkProps {
  readonly open: PlaygroundRun;
  /** Its guide says what can be done. */
  readonly isLesson: boolean;
  readonly actions: Pick<Playground, 'asks' | 'copyRun' | 'nextSetup' | 'stopTask'>;
  /** The list of runs was read. */
  readonly isLoaded: boolean;
  readonly latest: StoredRun | undefined;
  readonly chosenCall: number | undefined;
  onSay(text: string, followUps?: readonly string[]): void;
  onOpenRun(id: string): void;
  onShowLessons(): void;
  onPlayStory(story: Story): void;
  onNew(): void;
  onPrepare(): void;
  onSelectCall(call: number): void;
  /** [O4] */
  onOpenAgent(id: string): void;
  onFolder(sources: readonly ImportSource[]): void;
}

/** The chat; before the first prompt, what can be done. */
export function ChatPane(props: TalkProps): ReactNode {
  const {
    open,
    isLesson,
    actions,
    isLoaded,
    latest,
    chosenCall,
    onSay,
    onOpenRun,
    onShowLessons,
    onPlayStory,
    onNew,
    onPrepare,
    onSelectCall,
    onOpenAgent,
    onFolder,
  } = props;
  const first = { onSay, onOpen: onOpenRun, onShowLessons, onPlayStory, onFolder };
  switch (open.type) {
    case 'opening':
      return <p role="status">Opening the run…</p>;
    case 'busy':
    case 'failed':
      return <ClosedRun open={open} onCopy={(id) => void actions.copyRun(id)} onNew={onNew} />;
    case 'none':
      // It is not known yet whether there is a run to continue: a late button would move the others.
      return (
        isLoaded && (
          <FirstVisit
            latest={latest}
            run={undefined}
            model={{ type: 'scripted' }}
            own={actions.nextSetup()}
            onPrepare={onPrepare}
            {...first}
          />
        )
      );
    case 'open': {
      const { run } = open;
      const isUntouched = run.items.every(({ type }) => SETTINGS.has(type));
      if (isUntouched && isLesson && !atWork(run.status)) return null;
      return isUntouched && !atWork(run.status) && run.status.type !== 'confirm' ? (
        <FirstVisit
          latest={undefined}
          run={run}
          model={run.model}
          own={run.setup.own}
          onPrepare={undefined}
          {...first}
        />
      ) : (
        <Chat
          key={run.id}
          run={run}
          ask={actions.asks}
          chosenCall={chosenCall}
          onSelectCall={onSelectCall}
          onSay={run.role === 'runs' ? onSay : undefined}
          agents={run.agents.started}
          onOpenAgent={onOpenAgent}
          onStopTask={run.role === 'runs' ? (task) => void actions.stopTask(task) : undefined}
        />
      );
    }
  }
}

/** A set-up before the first prompt is not a conversation yet. */
const SETTINGS: ReadonlySet<string> = new Set(['own-setup', 'policy', 'model', 'limits', 'files', 'team']);

interface ClosedRunProps {
  readonly open: Extract<PlaygroundRun, { readonly type: 'busy' | 'failed' }>;
  onCopy(id: string): void;
  onNew(): void;
}

/** Why the requested run is not open here. */
function ClosedRun({ open, onCopy, onNew }: ClosedRunProps) {
  const words =
    open.type === 'failed'
      ? { what: open.what, advice: open.advice }
      : {
          what: 'This run is open in another tab.',
          advice: 'Two tabs on one run would overwrite each other. Open a copy to continue independently.',
        };
  return (
    <div className={notices.closed}>
      <ErrorNote look={open.type === 'failed' ? 'danger' : 'notice'} {...words}>
        <div className={notices.buttons}>
          {open.type === 'busy' && (
            <Button look="main" onClick={() => onCopy(open.id)}>
              Open a copy
            </Button>
          )}
          <Button onClick={onNew}>New run</Button>
        </div>
      </ErrorNote>
    </div>
  );
}
