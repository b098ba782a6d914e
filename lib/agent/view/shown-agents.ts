import type { AgentDefinition } from '../../agents/agent-definition';
import { agentList } from '../../agents/agent-list';
import { agentsIn } from '../../agents/agents-in';
import { toolsOf, unknownTools } from '../../agents/allowed-for-agent';
import { skillsIn } from '../../agents/skills';
import { optional } from '../../base/optional';
import { workOf } from '../../simulator/children/child-lanes';
import { childPlaces } from '../../simulator/children/child-place';
import { roughText } from '../../tokens/rough';
import type { Message, Part, Transcript } from '../../transcript/transcript';
import { inputSide } from '../../transcript/usage';
import { agentPlaces, filesOf } from '../child/agent-places';
import type { AgentChild } from '../run/agent-child';
import type { LiveConversation } from '../run/live-conversation';
import type { AgentsView, ListChange, ShownAgent, ShownDefinition, ShownDefinitions } from './agents-view';
import type { FileEntry, Meter } from './run-view';

/** Makes the view of a run's agents, and makes again only what changed. */
export class ShownAgents {
  private readonly works = new WeakMap<AgentChild, { readonly version: number; readonly work: Work }>();
  private definitions:
    | { readonly files: readonly FileEntry[]; readonly session: string | undefined; readonly shown: ShownDefinitions }
    | undefined;

  view(run: LiveConversation, files: readonly FileEntry[], meter: Meter): AgentsView {
    const { all } = run.agents;
    const places = childPlaces({ ...run.transcript, children: all.map(({ transcript }) => transcript) });
    return {
      listing: run.own.agents,
      listChanges: listChanges(run),
      definitions: this.definitionsOf(run, files),
      started: all.map((child, at): ShownAgent => {
        const { work, cost } = this.workOf(child);
        const { start } = child;
        const place = places[at];
        const told = place?.told ?? [];
        return {
          id: start.id,
          ...optional('callId', start.callId),
          name: start.name,
          state: child.state,
          isFork: start.isFork,
          isBackground: start.isBackground,
          why: child.why,
          doing: child.state === 'running' ? (child.progress.at(-1)?.text ?? '') : '',
          color: start.color,
          tookMs: child.tookMs,
          questions: child.asked.length,
          version: child.version,
          ...optional('first', firstOf(child)),
          ...optional('left', child.worktree?.left),
          lane: {
            title: start.description,
            type: start.type ?? 'fork',
            from: start.call,
            // What runs has no answer yet, whatever its parent was told of it.
            to: child.state === 'running' ? run.calls.length : Math.max(start.call + 1, place?.to ?? run.calls.length),
            placedBy: 'call',
            ...work,
            returnedTokens: told.reduce((sum, { message, part }) => {
              return sum + partTokens(run.transcript.messages[message], part);
            }, 0),
            sentTokens: child.run.calls.reduce((sum, { usage }) => sum + inputSide(usage), 0),
            ...optional('cost', cost),
          },
        };
      }),
      parent: {
        calls: run.calls.length,
        sentTokens: run.calls.reduce((sum, { usage }) => sum + inputSide(usage), 0),
        ...optional('cost', costOf(meter)),
      },
      isCostEstimated: run.model.type === 'scripted',
    };
  }

  private workOf(child: AgentChild): Work {
    const known = this.works.get(child);
    if (known?.version === child.version) return known.work;
    const made = { work: workOf(child.transcript), cost: costOfChild(child) };
    const first = firstOf(child);
    const firstReadShare = first === undefined || first.sent === 0 ? undefined : first.read / first.sent;
    const work = { ...made, work: { ...made.work, ...optional('firstReadShare', firstReadShare) } };
    this.works.set(child, { version: child.version, work });
    return work;
  }

  /** Every file is looked at, so only when one has changed. */
  private definitionsOf(run: LiveConversation, files: readonly FileEntry[]): ShownDefinitions {
    const session = run.own.sessionAgents;
    if (this.definitions?.files === files && this.definitions.session === session) return this.definitions.shown;
    const { agents, overridden, problems } = agentsIn(filesOf(run.files), agentPlaces, session);
    const names = run.transcript.tools.map(({ name }) => name);
    const shown = {
      agents: agents.map((agent) => shownDefinition(agent, names)),
      overridden: overridden.map(({ agent, by }) => ({ ...shownDefinition(agent, names), by: by.source })),
      problems,
      listTokens: roughText(agentList(agents)),
      skills: [...skillsIn(filesOf(run.files), agentPlaces).keys()],
    };
    this.definitions = { files, session, shown };
    return shown;
  }
}

/** [O3] The first list is none. */
export function listChanges({ own, calls, transcript }: LiveConversation): readonly ListChange[] {
  const { systemChanges = [], messages } = transcript;
  const at =
    own.agents === 'in-tool'
      ? systemChanges.flatMap(({ from, tools }) => (tools === undefined ? [] : [from]))
      : messages
          .flatMap(({ kind, origin, parts: [part] }, message) => {
            const isOfAgents = origin?.kind === 'agents' && origin.name === undefined;
            const isList = kind === 'injected' && isOfAgents && part?.kind === 'text';
            return isList && part.text.startsWith('<system-reminder>') ? [message] : [];
          })
          .slice(1)
          .map((message) => callAfter(transcript, message));
  // One that both changed and was computed after the work is one change.
  return [...new Set(at)].map((call) => {
    const used = calls[call];
    return {
      call,
      readBefore: readBy(calls[call - 1]),
      ...(used !== undefined && { at: { read: readBy(used), sent: inputSide(used.usage) } }),
    };
  });
}

function callAfter({ calls }: Transcript, message: number): number {
  const found = calls.findIndex(({ at }) => at > message);
  return found === -1 ? calls.length : found;
}

/** The script reports no use of the cache. */
function readBy(call: LiveConversation['calls'][number] | undefined): number {
  if (call === undefined) return 0;
  const { usage, predictedCacheRead } = call;
  return Math.max(usage.cacheRead, Math.min(inputSide(usage), predictedCacheRead));
}

function firstOf({ start, run: { calls } }: AgentChild): ShownAgent['first'] {
  const [first] = calls;
  if (first === undefined) return undefined;
  return { sent: inputSide(first.usage), read: readBy(first), told: Math.round(roughText(start.prompt)) };
}

interface Work {
  readonly work: ReturnType<typeof workOf>;
  readonly cost: number | undefined;
}

/** What was paid, or what the answers of the script would have cost. */
function costOf({ turnDollars, forkDollars, estimatedDollars, isCostUnknown }: Meter): number | undefined {
  return isCostUnknown ? undefined : turnDollars + forkDollars + estimatedDollars;
}

/** With its layers’ requests and the lines about its progress. Undefined if a price is not known. */
function costOfChild({ usages }: AgentChild): number | undefined {
  return usages.some(({ dollars }) => dollars === undefined)
    ? undefined
    : usages.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
}

function partTokens(message: Message | undefined, part: number): number {
  const found: Part | undefined = message?.parts[part];
  if (found?.kind === 'text') return Math.round(roughText(found.text));
  if (found?.kind !== 'tool-result') return 0;
  return Math.round(found.parts.reduce((sum, each) => sum + (each.kind === 'text' ? roughText(each.text) : 0), 0));
}

function shownDefinition(agent: AgentDefinition, names: readonly string[]): ShownDefinition {
  const { name, description, source, path, model, memory, color, background, skills, effort, isolation } = agent;
  return {
    name,
    description,
    source,
    path,
    tools: toolsOf(agent, names),
    unknownTools: unknownTools(agent, names),
    model,
    memory,
    color,
    isBackground: background,
    skills,
    ...optional('effort', effort),
    isIsolated: isolation !== undefined,
  };
}
