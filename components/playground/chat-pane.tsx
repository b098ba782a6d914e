'use client';

import type { ReactNode } from 'react';
import type { Playground, PlaygroundRun } from '@/lib/state/playground/playground';
import type { StoredRun } from '@/lib/storage/stored-run';
import { Chat } from './chat/chat';
import { FirstVisit } from './chat/first-visit';
import { ClosedRun } from './run/closed-run';
import { atWork } from './run/run-header';

interface TalkProps {
  readonly open: PlaygroundRun;
  readonly actions: Pick<Playground, 'asks' | 'copyRun'>;
  /** The list of runs was read. */
  readonly isLoaded: boolean;
  readonly latest: StoredRun | undefined;
  readonly chosenCall: number | undefined;
  onSay(text: string): void;
  onOpenRun(id: string): void;
  onNew(): void;
  onPrepare(): void;
  onSelectCall(call: number): void;
}

/** The chat; before the first prompt, what can be done. */
export function ChatPane(props: TalkProps): ReactNode {
  const { open, actions, isLoaded, latest, chosenCall, onSay, onOpenRun, onNew, onPrepare, onSelectCall } = props;
  switch (open.type) {
    case 'opening':
      return <p role="status">Opening the run…</p>;
    case 'busy':
    case 'failed':
      return <ClosedRun open={open} onCopy={(id) => void actions.copyRun(id)} onNew={onNew} />;
    case 'none':
      // It is not known yet whether there is a run to continue: a late button would move the others.
      return isLoaded && <FirstVisit latest={latest} onSay={onSay} onOpen={onOpenRun} onPrepare={onPrepare} />;
    case 'open': {
      const { run } = open;
      return run.items.length === 0 && !atWork(run.status) ? (
        <FirstVisit latest={undefined} onSay={onSay} onOpen={onOpenRun} onPrepare={undefined} />
      ) : (
        <Chat key={run.id} run={run} ask={actions.asks} chosenCall={chosenCall} onSelectCall={onSelectCall} />
      );
    }
  }
}
