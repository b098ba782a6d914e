import { Button } from '@/components/ui/button';
import type { ShownAgent } from '@/lib/agent/view/agents-view';
import { agentState } from '@/lib/state/playground/agents/agent-words';
import styles from './agent-line.module.css';
import type { ChatEnv } from './chat';

interface AgentLineProps {
  readonly agent: ShownAgent;
  readonly env: ChatEnv;
}

/** [O4] [O8] The agent that a call started: what it is doing, and how to open or stop it. */
export function AgentLine({ agent, env }: AgentLineProps) {
  const { id, name, state, lane } = agent;
  const { onOpenAgent, onStopTask, underWay } = env;
  const what = `${lane.type}: ${lane.title}`;
  return (
    <p className={styles.line} data-chat="agent" data-state={state} aria-busy={state === 'running' || undefined}>
      <span className={styles.words}>
        {name}, {agentState(agent, underWay)}
      </span>
      {onOpenAgent !== undefined && (
        <Button look="quiet" aria-label={`Open ${what}`} onClick={() => onOpenAgent(id)}>
          Open
        </Button>
      )}
      {state === 'running' && onStopTask !== undefined && (
        <Button look="quiet" aria-label={`Stop ${what}`} onClick={() => onStopTask(id)}>
          Stop
        </Button>
      )}
    </p>
  );
}
