import { asObject, asText, type JsonObject } from '../../base/json';
import { Lineage } from './lineage';
import type { Report } from './report';
import type { SideChain } from './side-chains';
import { Thread } from './thread';

/**
 * Sub-agents in the main session's `agent_progress` records: each contains one complete record of the agent. The main
 * model never saw them, and they are dropped if the agent's own records exist.
 */
export class Mirrors {
  private readonly byAgent = new Map<string, SideChain>();
  private readonly lineage = new Lineage();

  constructor(private readonly report: Report) {}

  add(record: JsonObject, line: number): void {
    const data = asObject(record.data);
    const inner = asObject(data?.message);
    const agentId = asText(data?.agentId);
    const key = agentId ?? asText(record.parentToolUseID);
    if (inner === undefined || key === undefined || (inner.type !== 'user' && inner.type !== 'assistant')) {
      this.report.warn('skipped', line, 'Invalid sub-agent record');
      return;
    }
    if (!this.lineage.isNew(inner)) return;
    const { thread } = this.ofAgent(key, agentId);
    if (inner.type === 'user') thread.user(inner, line);
    else thread.assistant(inner, line);
  }

  without(hasOwnRecords: (agentId: string) => boolean): SideChain[] {
    return [...this.byAgent.values()].filter(({ agentId }) => agentId === undefined || !hasOwnRecords(agentId));
  }

  private ofAgent(key: string, agentId: string | undefined): SideChain {
    const known = this.byAgent.get(key);
    if (known !== undefined) return known;
    const chain = { thread: new Thread(this.report), ...(agentId === undefined ? {} : { agentId }) };
    this.byAgent.set(key, chain);
    return chain;
  }
}
