import { Button } from '@/components/ui/button';
import { CallLink } from '@/components/ui/call-link';
import type { AgentsView, ShownAgent } from '@/lib/agent/view/agents-view';
import { keptText } from '@/lib/agents/typed-agent';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber, percent, shortNumber } from '@/lib/series/words/format-number';
import { costShareOf, laneName, lanesSummary, sparedTokens } from '@/lib/series/words/lane-words';
import { agentState, copyWords, lanesOf } from '@/lib/state/playground/agents/agent-words';
import styles from './agents.module.css';

interface StartedAgentsProps {
  readonly view: AgentsView;
  readonly underWay: readonly string[];
  onOpen(id: string): void;
  /** Missing while nothing can be changed. */
  readonly onStop: ((id: string) => void) | undefined;
  onSelectCall(call: number): void;
}

/** [O4] The agents that a run has started: what each is doing, and what it carried, returned and cost. */
export function StartedAgents({ view, underWay, onOpen, onStop, onSelectCall }: StartedAgentsProps) {
  const { started, listing } = view;
  const running = started.filter(({ state }) => state === 'running');
  const lanes = lanesOf(view);
  if (started.length === 0) {
    return (
      <p className={styles.muted}>
        {listing === undefined
          ? 'None: this run starts no agents. Turn them on below, before the first prompt.'
          : 'None yet. They appear here and under the chart when the agent starts them.'}
      </p>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <p className={styles.muted}>{lanesSummary(lanes)}</p>
        {running.length > 1 && onStop !== undefined && (
          <Button
            onClick={() => {
              for (const { id } of running) onStop(id);
            }}
          >
            Stop all {exactNumber(running.length)}
          </Button>
        )}
      </div>
      <ol className={styles.rows} aria-label="Started agents">
        {started.map((agent) => (
          <li key={agent.id} className={styles.row} data-state={agent.state}>
            <div>
              <p className={styles.head}>
                {agent.color !== undefined && <span className={styles.color} data-color={agent.color} />}
                <span className={styles.name}>{laneName(agent.lane)}</span>
                {agent.name !== agent.id && <span>“{agent.name}”</span>}
                <span className={stateLook(agent)}>{agentState(agent, underWay)}</span>
              </p>
              <Figures agent={agent} lanes={lanes} onSelectCall={onSelectCall} />
            </div>
            <div className={styles.buttons}>
              <Button aria-label={`Open ${laneName(agent.lane)}`} onClick={() => onOpen(agent.id)}>
                Open
              </Button>
              {agent.state === 'running' && onStop !== undefined && (
                <Button aria-label={`Stop ${laneName(agent.lane)}`} onClick={() => onStop(agent.id)}>
                  Stop
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function stateLook({ state }: ShownAgent): string | undefined {
  if (state === 'running') return styles.running;
  return state === 'failed' ? styles.error : styles.muted;
}

interface FiguresProps {
  readonly agent: ShownAgent;
  readonly lanes: ReturnType<typeof lanesOf>;
  onSelectCall(call: number): void;
}

/** [O4] [O5] */
export function Figures({ agent: { lane, isBackground, left }, lanes, onSelectCall }: FiguresProps) {
  const share = costShareOf(lane, lanes);
  return (
    <p className={styles.facts}>
      <span>
        started by <CallLink call={lane.from} onSelectCall={onSelectCall} />
        {isBackground && ', in the background'}
      </span>
      <span>{counted(lane.calls, 'call')}</span>
      <span>largest context {shortNumber(lane.peakTokens)}</span>
      <span>
        work {shortNumber(lane.carriedTokens)}, returned {shortNumber(lane.returnedTokens)}
      </span>
      <span title="Tokens that its parent did not carry">spared {shortNumber(sparedTokens(lane))}</span>
      {left !== undefined && <span title={keptText(left)}>{copyWords(left)}</span>}
      {lane.firstReadShare !== undefined && (
        <span title="Of its first call, read from the cache">first call {percent(lane.firstReadShare)} from cache</span>
      )}
      {lane.cost !== undefined && (
        <span>
          {lanes.isCostEstimated === true && '≈ '}
          {dollars(lane.cost)}
          {share !== undefined && `, ${percent(share)}`}
        </span>
      )}
    </p>
  );
}
