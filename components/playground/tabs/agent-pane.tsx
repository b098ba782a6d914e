'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { type Tab, Tabs } from '@/components/ui/tabs';
import { TimeText } from '@/components/ui/time-text';
import type { AgentsView, ShownAgent } from '@/lib/agent/view/agents-view';
import { keptText } from '@/lib/agents/typed-agent';
import { counted } from '@/lib/series/words/format-number';
import { laneName } from '@/lib/series/words/lane-words';
import { agentState, lanesOf } from '@/lib/state/playground/agents/agent-words';
import { liveSession } from '@/lib/state/playground/live-session';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import agents from '../agents/agents.module.css';
import { Figures } from '../agents/started-agents';
import { Chat } from '../chat/chat';
import { RunMeter } from '../run/run-meter';
import { useAsked } from '../run/use-asked';
import { ContextTab } from './context-tab';
import { RequestTab } from './request-tab';

interface AgentPaneProps {
  readonly agent: ShownAgent;
  readonly view: AgentsView;
  readonly underWay: readonly string[];
  readonly asks: Pick<RunAsks, 'agent' | 'of'>;
  onClose(): void;
  /** Missing while nothing can be changed. */
  readonly onStop: ((id: string) => void) | undefined;
  /** Of the run. */
  onSelectCall(call: number): void;
}

type Part = 'chat' | 'context' | 'request';

const RESTS = { status: { type: 'idle' }, waiting: [], underWay: [] } as const;

/** [O4] One agent of a run: its bill, its own chat, and what its calls carried. */
export function AgentPane({ agent, view, underWay, asks, onClose, onStop, onSelectCall }: AgentPaneProps) {
  const { id, version, lane, state } = agent;
  const question = useMemo(() => ({ id, version }), [id, version]);
  const { value: details, failure } = useAsked(question, (asked) => asks.agent(asked.id));
  const ownAsks = useMemo(() => asks.of(id), [asks, id]);
  const [part, setPart] = useState<Part>('chat');
  /** The latest, until another one is selected. */
  const [chosen, setChosen] = useState<number>();
  const session = useMemo(
    () => details && liveSession({ ...details, title: lane.title }, details.rows),
    [details, lane],
  );
  const title = laneName(lane);
  const head = (
    <>
      <div className={agents.head}>
        <Button onClick={onClose}>All agents</Button>
        <h2>{title}</h2>
        <span className={state === 'running' ? agents.running : agents.muted}>{agentState(agent, underWay)}</span>
        {state === 'running' && onStop !== undefined && <Button onClick={() => onStop(id)}>Stop this agent</Button>}
      </div>
      <Figures agent={agent} lanes={lanesOf(view)} onSelectCall={onSelectCall} />
      {agent.left !== undefined && <p className={agents.muted}>{keptText(agent.left)}</p>}
    </>
  );
  if (failure !== undefined) {
    return (
      <section className={agents.pane} aria-label={`Agent ${title}`}>
        {head}
        <ErrorNote {...failure} />
      </section>
    );
  }
  if (details === undefined || session === undefined) {
    return (
      <section className={agents.pane} aria-label={`Agent ${title}`}>
        {head}
        <p>Loading…</p>
      </section>
    );
  }
  const { simulation, meter, model } = details;
  const { calls } = simulation;
  const call = Math.min(chosen ?? calls - 1, calls - 1);
  const stepper = (
    <div className={agents.head}>
      <Button disabled={call <= 0} onClick={() => setChosen(call - 1)}>
        Previous call
      </Button>
      <span>
        Call {call + 1} of {counted(calls, 'call')}
      </span>
      <Button disabled={call >= calls - 1} onClick={() => setChosen(call + 1)}>
        Next call
      </Button>
    </div>
  );
  const tabs: readonly Tab<Part>[] = [
    {
      name: 'chat',
      title: 'Its chat',
      content: (
        <div className={agents.chat}>
          <Chat
            label={`Chat of ${title}`}
            run={{ ...details, ...RESTS }}
            ask={ownAsks}
            chosenCall={chosen}
            onSelectCall={setChosen}
            onSay={undefined}
            onStopTask={undefined}
          />
        </div>
      ),
    },
    {
      name: 'context',
      title: 'Its context',
      content:
        call < 0 ? (
          <NothingAsked />
        ) : (
          <>
            {stepper}
            <ContextTab session={session} simulation={simulation} call={call} asks={ownAsks} onSelectCall={setChosen} />
          </>
        ),
    },
    {
      name: 'request',
      title: 'Its request',
      content:
        call < 0 ? (
          <NothingAsked />
        ) : (
          <>
            {stepper}
            <RequestTab call={call} simulation={simulation} asks={ownAsks} countTokens={undefined} />
          </>
        ),
    },
  ];
  return (
    <section className={agents.pane} aria-label={`Agent ${title}`}>
      {head}
      <RunMeter meter={meter} model={model} simulation={simulation} />
      {details.progress.length > 0 && (
        <ol className={agents.facts} aria-label="What it was doing">
          {details.progress.map(({ timeMs, text }) => (
            <li key={timeMs}>
              <TimeText timeMs={timeMs} withTime /> {text}
            </li>
          ))}
        </ol>
      )}
      <Tabs<Part> label={`Details of ${title}`} tabs={tabs} selected={part} onSelect={setPart} />
    </section>
  );
}

function NothingAsked() {
  return (
    <EmptyState title="No calls yet">
      <p>The contents of each call of this agent appear here.</p>
    </EmptyState>
  );
}
