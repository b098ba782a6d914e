'use client';

import { type ReactNode, useId } from 'react';
import type { FileChange, OwnSetup } from '@/lib/agent/journal/entry';
import type { RunView } from '@/lib/agent/view/run-view';
import { SESSION_PATH } from '@/lib/agents/agents-in';
import { counted } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import agents from '../agents/agents.module.css';
import { Definitions } from '../agents/definitions';
import { ListingChoice } from '../agents/listing-choice';
import { SessionAgents } from '../agents/session-agents';
import { StartedAgents } from '../agents/started-agents';
import { AgentPane } from './agent-pane';
import tabs from './tabs.module.css';

interface AgentsTabProps {
  readonly run: Pick<RunView, 'agents' | 'setup' | 'role' | 'underWay'>;
  /** The agent that is opened. */
  readonly opened: string | undefined;
  readonly contextTokens: number;
  readonly asks: Pick<RunAsks, 'agent' | 'of' | 'fileText' | 'compareListings'>;
  onOpen(id: string | undefined): void;
  onStop(id: string): void;
  onChange(files: readonly FileChange[]): Promise<boolean>;
  onSetUp(own: OwnSetup): void;
  onNew(own: OwnSetup): void;
  onSelectCall(call: number): void;
}

/** [O] The agents of a run: started ones, one of them opened, and those that there are. */
export function AgentsTab({ run, opened, contextTokens, asks, ...actions }: AgentsTabProps) {
  const { agents: view, setup, role, underWay } = run;
  const { onOpen, onChange, onSetUp, onNew, onSelectCall } = actions;
  const isOurs = role === 'runs';
  const onStop = isOurs ? actions.onStop : undefined;
  const agent = view.started.find(({ id }) => id === opened);
  if (agent !== undefined) {
    return (
      <div className={tabs.tab}>
        <AgentPane
          key={agent.id}
          agent={agent}
          view={view}
          underWay={underWay}
          asks={asks}
          onClose={() => onOpen(undefined)}
          onStop={onStop}
          onSelectCall={onSelectCall}
        />
      </div>
    );
  }
  return (
    <div className={tabs.tab}>
      <Section title="Started in this run">
        <StartedAgents view={view} underWay={underWay} onOpen={onOpen} onStop={onStop} onSelectCall={onSelectCall} />
      </Section>
      <Section title="May the agent start others?">
        <ListingChoice
          view={view}
          setup={setup}
          contextTokens={contextTokens}
          isOurs={isOurs}
          compare={asks.compareListings}
          onSetUp={onSetUp}
          onNew={onNew}
          onSelectCall={onSelectCall}
        />
      </Section>
      <Section title={counted(view.definitions.agents.length, 'agent')}>
        <Definitions definitions={view.definitions} isOurs={isOurs} ask={asks.fileText} onChange={onChange} />
        <details open={setup.own.sessionAgents !== undefined}>
          <summary className={agents.muted}>Agents of this session alone</summary>
          <SessionAgents
            text={setup.own.sessionAgents ?? ''}
            problems={view.definitions.problems.filter(({ path }) => path === SESSION_PATH)}
            isFixed={setup.isFixed}
            isOurs={isOurs}
            onSave={(text) => {
              const { sessionAgents: _, ...own } = setup.own;
              onSetUp(text === '' ? own : { ...own, sessionAgents: text });
            }}
          />
        </details>
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={agents.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
