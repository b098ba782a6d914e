import Link from 'next/link';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { ForecastPanel } from '@/components/forecast/forecast-panel';
import { ScenariosPanel } from '@/components/scenarios/scenarios-panel';
import { openedSession } from '@/components/shell/stores';
import { useSessionView } from '@/components/shell/use-session-view';
import { SweepPanel } from '@/components/sweep/sweep-panel';
import { Tabs } from '@/components/ui/tabs';
import { WhyTab } from '@/components/why/why-tab';
import type { SettingValue } from '@/lib/policies/shape/change-setting';
import { eraVersion } from '@/lib/policies/shape/policy';
import { withMemory } from '@/lib/simulator/memory/memory-policy';
import { compareAddress } from '@/lib/state/compare/compare-link';
import { callToCompact, compactionMarks } from '@/lib/state/prompts/compaction-marks';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { promptsViewQuery } from '@/lib/state/simulate/prompts-view-query';
import { isWhatIf, shownView, whatIfOf } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import type { ContentsScope } from './contents/contents-scope';
import { ContentsTab } from './contents/contents-tab';
import { MemoryTab } from './memory/memory-tab';
import styles from './reasons-column.module.css';
import {
  explainedCall,
  memoryByModel,
  projectMemory,
  scenarios as scenarioButtons,
  sessionContents,
  simulatedSession,
  sweeps,
} from './simulation-stores';
import { SystemTab } from './system/system-tab';

const tabs = ['why', 'contents', 'system', 'memory', 'sweep', 'compare'] as const;
export type ReasonsTab = (typeof tabs)[number];

/** As in the URL, where “Contents” was once called “recording”. */
export function asReasonsTab(name: string | undefined): ReasonsTab {
  return tabs.find((tab) => tab === (name === 'recording' ? 'contents' : name)) ?? 'why';
}

interface ReasonsColumnProps {
  readonly session: OpenSession;
  readonly place: SessionPlace;
  readonly tab: ReasonsTab;
  onTab(tab: ReasonsTab): void;
  choose(kind: string, act: () => void): void;
  onSelectCall(call: number): void;
  onShowMessage(messageIndex: number, partIndex: number): void;
  readonly contentsScope: ContentsScope;
  onContentsScope(scope: ContentsScope): void;
  onFilterTool(name: string): void;
}

export function ReasonsColumn(props: ReasonsColumnProps) {
  const { session, place, tab, onTab, choose, onSelectCall, onShowMessage } = props;
  const simulated = useStore(simulatedSession);
  const { view, call, context, simulation, replay, scenarios, change, chooseReplies } = simulated;
  const shown = shownView(simulated);
  const { window, agent } = session.summary;
  const whatIf = useMemo(() => whatIfOf(view), [view]);
  const isCallChosen = useStore(openedSession, (opened) => opened.isCallChosen);
  const promptsQuery = useMemo(() => promptsViewQuery(view), [view]);
  const marks = useMemo(() => compactionMarks(session.timeline, simulation), [session, simulation]);
  const compacted = callToCompact(marks, { call, by: isWhatIf(view) ? 'policy' : 'recording' });
  const promptsAddress = `/prompts?${placeToQuery(place)}&at=${compacted + 1}${promptsQuery}`;
  // Otherwise Prompts opens at a compaction, as it would from the list.
  useSessionView('prompts', isCallChosen ? promptsAddress : `/prompts?${placeToQuery(place)}${promptsQuery}`);
  const comparison = useMemo(() => compareAddress(placeToQuery(place), scenarios), [place, scenarios]);
  useSessionView('compare', comparison);
  const actions = useMemo(
    () => ({
      ...scenarioButtons,
      take: (scenario: Parameters<typeof scenarioButtons.take>[0]) =>
        choose('scenario', () => scenarioButtons.take(scenario)),
    }),
    [choose],
  );
  const { takeMemory, choosePolicy } = simulatedSession.getState();
  const chooseSetting = (path: string, value: SettingValue) => {
    let problem: string | undefined;
    choose('policy', () => {
      problem = change(path, value);
    });
    return problem;
  };
  const turnMemory = (isOn: boolean) => {
    takeMemory(isOn ? projectMemory.getState().report?.before : undefined);
    choose('policy', () => choosePolicy(withMemory(whatIf.policy, isOn)));
  };
  return (
    <Tabs
      label="Reasons"
      selected={tab}
      onSelect={onTab}
      tabs={[
        {
          name: 'why',
          title: 'Why',
          tour: 'why',
          content: (
            <div className={styles.content}>
              <Link prefetch={false} className={styles.further} href={promptsAddress}>
                Compare prompts here
              </Link>
              <WhyTab
                explained={explainedCall}
                session={session}
                view={shown}
                call={call}
                simulation={simulation}
                context={context}
                onShow={onShowMessage}
                onSelectCall={onSelectCall}
                onOffline={() => chooseReplies({ type: 'offline' })}
              />
            </div>
          ),
        },
        {
          name: 'contents',
          title: 'Contents',
          content: (
            <ContentsTab
              store={sessionContents}
              session={session}
              call={call}
              scope={props.contentsScope}
              onScope={props.onContentsScope}
              onShow={onShowMessage}
              onFilterTool={props.onFilterTool}
            />
          ),
        },
        {
          name: 'system',
          title: 'System',
          content: <SystemTab session={session} onSelectCall={onSelectCall} onShow={onShowMessage} />,
        },
        {
          name: 'memory',
          title: 'Memory',
          content: (
            <MemoryTab
              store={projectMemory}
              byModel={memoryByModel}
              place={place}
              policy={whatIf.policy}
              isWhatIf={isWhatIf(view)}
              windowTokens={window}
              onChange={(path, value) => chooseSetting(path, value)}
              onTurn={turnMemory}
              onMemory={takeMemory}
              onSelectCall={onSelectCall}
              onShow={onShowMessage}
            />
          ),
        },
        {
          name: 'sweep',
          title: 'Sweep',
          tour: 'sweep',
          content: (
            <div className={styles.content}>
              <SweepPanel
                sweeps={sweeps}
                place={place}
                view={whatIf}
                window={window}
                agentVersion={eraVersion(agent)}
                onTake={(path, value) => choose('sweep', () => change(path, value))}
              />
            </div>
          ),
        },
        {
          name: 'compare',
          title: 'Compare',
          content: (
            <div className={styles.content}>
              <Link prefetch={false} className={styles.further} href={comparison}>
                Compare with presets, as a table and in charts
              </Link>
              <ScenariosPanel
                view={shown}
                simulation={simulation}
                replay={replay}
                scenarios={scenarios}
                actions={actions}
                window={window}
                agentVersion={eraVersion(agent)}
              />
              {simulation !== undefined && (
                <ForecastPanel simulation={simulation} counter={shown.policy.counter} onSelectCall={onSelectCall} />
              )}
            </div>
          ),
        },
      ]}
    />
  );
}
