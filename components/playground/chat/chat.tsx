'use client';

import { useCallback, useMemo, useState } from 'react';
import type { ShownAgent } from '@/lib/agent/view/agents-view';
import type { ChatItem } from '@/lib/agent/view/chat-item';
import type { ResultState, RunView } from '@/lib/agent/view/run-view';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { ChatEntry } from './chat-entry';
import styles from './chat-entry.module.css';
import { ChatList } from './chat-list';
import { LiveReply, liveStatus } from './live-reply';

/** Shared by the entries of a chat. */
export interface ChatEnv {
  readonly opened: ReadonlySet<string>;
  readonly resultStates: ReadonlyMap<string, ResultState>;
  readonly ask: Pick<RunAsks, 'resultText'>;
  /** The selected call, if it is not the latest. */
  readonly chosenCall: number | undefined;
  onToggle(key: string): void;
  onSelectCall(call: number): void;
  /** Missing while nothing can be sent. */
  readonly onSay: ((text: string) => void) | undefined;
  /** The ids of what is being worked on beside the turns. */
  readonly underWay: readonly string[];
  /** Missing while nothing can be changed. */
  readonly onStopTask: ((task: string) => void) | undefined;
  /** [O4] By the call of the tool that started it. */
  readonly agents: ReadonlyMap<string, ShownAgent>;
  readonly onOpenAgent: ((id: string) => void) | undefined;
}

interface ChatProps {
  /** Of its region. */
  readonly label?: string;
  /** [O4] Those that it has started. */
  readonly agents?: readonly ShownAgent[] | undefined;
  readonly onOpenAgent?: ChatEnv['onOpenAgent'];
  readonly run: Pick<RunView, 'items' | 'resultStates' | 'status' | 'waiting' | 'underWay'>;
  readonly ask: ChatEnv['ask'];
  readonly chosenCall: number | undefined;
  onSelectCall(call: number): void;
  readonly onSay: ChatEnv['onSay'];
  readonly onStopTask: ChatEnv['onStopTask'];
}

export function Chat(props: ChatProps) {
  const { label = 'Chat', run, ask, chosenCall, onSelectCall, onSay, onStopTask, agents = NONE, onOpenAgent } = props;
  const { items, resultStates, status, waiting } = run;
  // Kept here, because entries out of view are not in the page.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const onToggle = useCallback(
    (key: string) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );
  const env: ChatEnv = {
    opened,
    resultStates,
    ask,
    chosenCall,
    onToggle,
    onSelectCall,
    onSay,
    onStopTask,
    underWay: run.underWay,
    agents: useMemo(
      () => new Map(agents.flatMap((agent) => (agent.callId === undefined ? [] : [[agent.callId, agent] as const]))),
      [agents],
    ),
    onOpenAgent,
  };
  const underWay = liveStatus(status);
  // For a moment a reply is complete, and still marked as streaming.
  const isThere = underWay?.type === 'asking' && newestCall(items) === underWay.call;
  const live = isThere ? undefined : underWay;
  const ended = items.length + (live === undefined ? 0 : 1);
  const target = useMemo(() => {
    if (chosenCall === undefined) return undefined;
    const place = items.findIndex((item) => item.type === 'reply' && item.call === chosenCall);
    return place === -1 ? undefined : place;
  }, [items, chosenCall]);
  return (
    <ChatList
      label={label}
      target={target}
      count={ended + waiting.length}
      renderItem={(index) => {
        const item: ChatItem | undefined = items[index];
        if (item !== undefined) return <ChatEntry item={item} place={index} env={env} />;
        if (live !== undefined && index === items.length) return <LiveReply status={live} />;
        return <WaitingEntry words={waiting[index - ended] ?? ''} />;
      }}
    />
  );
}

const NONE: readonly ShownAgent[] = [];

function newestCall(items: readonly ChatItem[]): number | undefined {
  const newest = items.findLast((item) => item.type === 'reply');
  return newest?.type === 'reply' ? newest.call : undefined;
}

const SHOWN_CHARACTERS = 500;

/** The user's pending input. */
function WaitingEntry({ words }: { readonly words: string }) {
  return (
    <article className={styles.entry} data-chat="waiting">
      <p className={styles.gutter}>queued</p>
      <p className={styles.muted}>{words.length > SHOWN_CHARACTERS ? `${words.slice(0, SHOWN_CHARACTERS)}…` : words}</p>
    </article>
  );
}
