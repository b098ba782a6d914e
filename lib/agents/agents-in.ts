import { asObject, type Json, parseJson } from '../base/json';
import type { InstructionTree } from '../instructions/instruction-tree';
import { type AgentDefinition, type AgentProblem, type AgentSource, agentSources } from './agent-definition';
import { builtInAgents } from './built-in-agents';
import type { Field } from './front-matter-fields';
import { agentOf, type ParsedAgent, parseAgent } from './parse-agent';
import { skillsIn } from './skills';

export interface AgentPlaces {
  /** The root of the workspace. */
  readonly root: string;
  readonly home: string;
  /** The folder of the administrator. */
  readonly managed: string;
}

export interface OverriddenAgent {
  readonly agent: AgentDefinition;
  readonly by: AgentDefinition;
}

export interface AgentsFound {
  /** [O1] Those that count: built-in ones first, others by their names. */
  readonly agents: readonly AgentDefinition[];
  readonly overridden: readonly OverriddenAgent[];
  readonly problems: readonly AgentProblem[];
}

/** As which file a problem of the session's agents is listed. */
export const SESSION_PATH = 'session';

/** [O1] All agents of a run, from its files and those that its session adds. */
export function agentsIn(tree: InstructionTree, places: AgentPlaces, session = ''): AgentsFound {
  const skills = [...skillsIn(tree, places).keys()];
  const found = agentFiles(tree, places).map((file) => parseAgent(tree.read(file.path) ?? '', file, skills));
  const rank = ({ agent }: ParsedAgent) => (agent === undefined ? 0 : agentSources.indexOf(agent.source));
  return effective([...found, ...sessionAgents(session, skills)].sort((a, b) => rank(a) - rank(b)));
}

/** [O1] Files that define agents, from low to high. */
export function agentFiles(
  tree: InstructionTree,
  places: AgentPlaces,
): readonly { readonly path: string; readonly source: AgentSource }[] {
  const paths = [...tree.list()].filter((path) => path.endsWith('.md')).sort();
  return agentSources.flatMap((source) =>
    paths.filter((path) => isFileOf(source, path, places)).map((path) => ({ path, source })),
  );
}

/** The folder that a new agent of a source is written into. */
export function agentFolder(source: AgentSource, { root, home, managed }: AgentPlaces): string | undefined {
  switch (source) {
    case 'user':
      return `${home}/.claude/agents`;
    case 'project':
      return `${root}/.claude/agents`;
    case 'managed':
      return `${managed}/agents`;
    case 'plugin':
    case 'session':
    case 'built-in':
      return undefined;
  }
}

function isFileOf(source: AgentSource, path: string, places: AgentPlaces): boolean {
  if (source === 'plugin') {
    const start = `${places.home}/.claude/plugins/`;
    return path.startsWith(start) && /^[^/]+\/agents\//.test(path.slice(start.length));
  }
  const folder = agentFolder(source, places);
  return folder !== undefined && path.startsWith(`${folder}/`);
}

/** [O1] `{ "name": { "description": …, "prompt": … } }`, as a session is given agents of its own. */
function sessionAgents(text: string, skills: readonly string[]): readonly ParsedAgent[] {
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  const named = parsed.ok ? asObject(parsed.value) : undefined;
  if (named === undefined) {
    const what = parsed.ok ? 'it must be an object with the names of agents' : `it is no JSON: ${parsed.error}`;
    return [{ problems: [{ kind: 'error', path: SESSION_PATH, line: 1, what }] }];
  }
  return Object.entries(named).map(([name, value = null]) => sessionAgent(name, value, skills));
}

function sessionAgent(name: string, value: Json, skills: readonly string[]): ParsedAgent {
  const { prompt = '', ...rest } = asObject(value) ?? {};
  const fields = new Map<string, Field>([['name', { value: name, line: 1 }]]);
  for (const [key, each] of Object.entries(rest)) if (each !== undefined) fields.set(key, { value: each, line: 1 });
  const file = { path: SESSION_PATH, source: 'session' } as const;
  const { agent, problems } = agentOf(fields, typeof prompt === 'string' ? prompt : '', file, skills);
  const told = problems.map((problem) => ({ ...problem, what: `agent "${name.slice(0, 64)}": ${problem.what}` }));
  return agent === undefined ? { problems: told } : { agent, problems: told };
}

function effective(parsed: readonly ParsedAgent[]): AgentsFound {
  const problems = parsed.flatMap((each) => each.problems);
  const byName = new Map(builtInAgents.map((agent) => [agent.name, agent]));
  const overridden: OverriddenAgent[] = [];
  for (const { agent } of parsed) {
    if (agent === undefined) continue;
    const before = byName.get(agent.name);
    if (before?.source === agent.source) {
      const what = `an agent with the name "${agent.name}" is in ${before.path}, too: that one counts`;
      problems.push({ kind: 'error', path: agent.path, line: 1, what });
      continue;
    }
    if (before !== undefined) overridden.push({ agent: before, by: agent });
    byName.set(agent.name, agent);
  }
  const builtIn = new Set(builtInAgents.map(({ name }) => name));
  const others = [...byName.values()].filter(({ name }) => !builtIn.has(name));
  const agents = [
    ...builtInAgents.flatMap(({ name }) => byName.get(name) ?? []),
    ...others.sort((a, b) => (a.name < b.name ? -1 : 1)),
  ];
  // What is overridden twice is overridden by the one that counts.
  return {
    agents,
    overridden: overridden.map(({ agent, by }) => ({ agent, by: byName.get(by.name) ?? by })),
    problems,
  };
}
