import { asText, type JsonObject } from '../../base/json';
import type { Report } from './report';
import { Thread } from './thread';

export interface SideChain {
  readonly agentId?: string;
  readonly thread: Thread;
}

/**
 * The sub-agents whose records are in this file. Newer versions name the agent on each record; older ones only chain each
 * record to the previous one, and a chain starts at a record without a parent.
 */
export class SideChains {
  readonly all: SideChain[] = [];
  private readonly byAgent = new Map<string, SideChain>();
  private readonly byRecord = new Map<string, SideChain>();

  constructor(private readonly report: Report) {}

  threadOf(record: JsonObject): Thread {
    const agentId = asText(record.agentId);
    const chain = agentId === undefined ? this.chained(record) : this.ofAgent(agentId);
    const uuid = asText(record.uuid);
    if (uuid !== undefined) this.byRecord.set(uuid, chain);
    return chain.thread;
  }

  hasAgent(agentId: string): boolean {
    return this.byAgent.has(agentId);
  }

  private ofAgent(agentId: string): SideChain {
    const known = this.byAgent.get(agentId);
    if (known !== undefined) return known;
    const chain = this.begin({ agentId, thread: new Thread(this.report) });
    this.byAgent.set(agentId, chain);
    return chain;
  }

  private chained(record: JsonObject): SideChain {
    const parent = asText(record.parentUuid);
    const known = parent === undefined ? undefined : this.byRecord.get(parent);
    if (known !== undefined) return known;
    // A reply whose parent was lost with a damaged line still belongs to a chain, most likely the last.
    const last = this.all.at(-1);
    const isStart = parent === undefined && record.type === 'user';
    return last === undefined || isStart ? this.begin({ thread: new Thread(this.report) }) : last;
  }

  private begin(chain: SideChain): SideChain {
    this.all.push(chain);
    return chain;
  }
}
