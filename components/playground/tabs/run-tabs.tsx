'use client';

import type { StoreApi } from 'zustand';
import { EmptyState } from '@/components/ui/empty-state';
import { type Tab, Tabs } from '@/components/ui/tabs';
import type { RunView } from '@/lib/agent/view/run-view';
import { providerOf } from '@/lib/economics/model-provider';
import type { Playground } from '@/lib/state/playground/playground';
import type { Teammate } from '@/lib/state/playground/team/teammate';
import type { ImportSource, OpenSession } from '@/lib/worker/engine/messages';
import { HooksTab } from '../hooks/hooks-tab';
import { TeamTab } from '../team/team-tab';
import { AgentsTab } from './agents-tab';
import { ContextTab } from './context-tab';
import { FilesTab } from './files-tab';
import { MemoryTab } from './memory-tab';
import { NoteTab } from './note-tab';
import { PolicyTab } from './policy-tab';
import { RequestTab } from './request-tab';
import { SetupTab } from './setup-tab';
import { SystemTab } from './system-tab';

export type RunTabName =
  | 'context'
  | 'note'
  | 'memory'
  | 'agents'
  | 'team'
  | 'request'
  | 'files'
  | 'policy'
  | 'setup'
  | 'system'
  | 'hooks';

interface RunTabsProps {
  readonly run: RunView;
  readonly session: OpenSession;
  /** The selected call; negative before the first. */
  readonly call: number;
  readonly actions: Pick<
    Playground,
    | 'asks'
    | 'beginAgain'
    | 'say'
    | 'changeFiles'
    | 'resetFiles'
    | 'choosePolicy'
    | 'chooseModel'
    | 'setLimits'
    | 'setUp'
    | 'chooseSections'
    | 'stopTask'
    | 'undoDream'
    | 'syncTeam'
    | 'meetTeamFault'
    | 'teamPlaceChanged'
    | 'setHooks'
  >;
  /** [O4] The one that is opened. */
  readonly agent: string | undefined;
  onOpenAgent(id: string | undefined): void;
  readonly teammate: StoreApi<Teammate>;
  readonly selected: RunTabName;
  onSelect(name: RunTabName): void;
  onSelectCall(call: number): void;
  onFolder(sources: readonly ImportSource[]): void;
}

/** Run details. */
export function RunTabs(props: RunTabsProps) {
  const { run, session, call, actions, teammate, agent, onOpenAgent, selected, onSelect, onSelectCall, onFolder } =
    props;
  const { simulation } = run;
  const { asks } = actions;
  const tabs: readonly Tab<RunTabName>[] = [
    {
      name: 'context',
      title: 'Context',
      content:
        call < 0 ? (
          <NothingAsked />
        ) : (
          <ContextTab session={session} simulation={simulation} call={call} asks={asks} onSelectCall={onSelectCall} />
        ),
    },
    { name: 'note', title: 'Note', content: <NoteTab note={run.note} /> },
    {
      name: 'memory',
      title: 'Memory',
      content: (
        <MemoryTab
          run={run}
          ask={asks.fileText}
          onChange={actions.changeFiles}
          onPolicy={(policy) => void actions.choosePolicy(policy)}
          onStopTask={(task) => void actions.stopTask(task)}
          onDream={() => void actions.say('/dream')}
          onUndoDream={(dream) => void actions.undoDream(dream)}
          onSelectCall={onSelectCall}
        />
      ),
    },
    {
      name: 'agents',
      title: 'Agents',
      content: (
        <AgentsTab
          run={run}
          opened={agent}
          contextTokens={run.meter.used}
          asks={asks}
          onOpen={onOpenAgent}
          onStop={(id) => void actions.stopTask(id)}
          onChange={actions.changeFiles}
          onSetUp={(own) => void actions.setUp(own)}
          onNew={(own) => void actions.beginAgain(own)}
          onSelectCall={onSelectCall}
        />
      ),
    },
    {
      name: 'team',
      title: 'Team',
      content: (
        <TeamTab
          team={run.team}
          knows={run.memory?.saves === true}
          teammate={teammate}
          role={run.role}
          ask={asks.fileText}
          onChange={actions.changeFiles}
          onSync={(does) => void actions.syncTeam(does)}
          onFault={(fault) => void actions.meetTeamFault(fault)}
          onPlace={() => void actions.teamPlaceChanged()}
        />
      ),
    },
    {
      name: 'request',
      title: 'Request',
      content:
        call < 0 ? (
          <NothingAsked />
        ) : (
          <RequestTab
            call={call}
            simulation={simulation}
            asks={asks}
            countTokens={
              run.model.type === 'api' && providerOf(run.model.id) === 'anthropic' ? asks.countTokens : undefined
            }
          />
        ),
    },
    {
      name: 'files',
      title: 'Files',
      content: (
        <FilesTab
          files={run.files}
          instructions={run.system.instructions}
          asks={asks}
          onChange={actions.changeFiles}
          onReset={actions.resetFiles}
          onFolder={onFolder}
        />
      ),
    },
    {
      name: 'system',
      title: 'System',
      content: (
        <SystemTab
          run={run}
          onChoose={(sections) => void actions.chooseSections(sections)}
          onSelectCall={onSelectCall}
        />
      ),
    },
    {
      name: 'hooks',
      title: 'Hooks',
      content: (
        <HooksTab
          run={run}
          asks={asks}
          onChange={actions.changeFiles}
          onSession={(text) => void actions.setHooks(text)}
          onSelectCall={onSelectCall}
        />
      ),
    },
    {
      name: 'policy',
      title: 'Policy',
      content: (
        <PolicyTab
          run={run}
          session={session}
          onPolicy={actions.choosePolicy}
          onModel={actions.chooseModel}
          onLimits={actions.setLimits}
        />
      ),
    },
    {
      name: 'setup',
      title: 'Setup',
      content: (
        <SetupTab
          run={run}
          onSetUp={(own) => void actions.setUp(own)}
          onStart={(task) => void actions.say(task)}
          onNew={(own) => void actions.beginAgain(own)}
        />
      ),
    },
  ];
  return <Tabs label="Run details" tabs={tabs} selected={selected} onSelect={onSelect} />;
}

function NothingAsked() {
  return (
    <EmptyState title="No calls yet">
      <p>The contents of each call appear here.</p>
    </EmptyState>
  );
}
