import { asBoolean, asObject, asText, type Json, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import type { AgentDefinition } from './agent-definition';
import { type AgentListing, agentList } from './agent-list';

export const AGENT_TOOL = 'Agent';

export interface DelegationTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

/** What a parent asks for. */
export interface AgentCall {
  /** Three to five words, for the user. */
  readonly description: string;
  readonly prompt: string;
  /** [O4] Undefined: a fork. */
  readonly type?: string;
  /** By which it can be sent messages. */
  readonly name?: string;
  readonly inBackground: boolean;
}

/** [O4] As the parent is told it. */
export const delegationRules = `When to use it:
- for work that would fill your context with output you do not need again, and for independent parts that can be done at once: make all their calls in one response
- not for what one or two of your own calls would do

How to write the prompt:
- With subagent_type, the agent starts with an empty context. It has seen nothing of this conversation: say what is wanted and why, what you already know and ruled out, which files matter, and what to answer with. A prompt of a few words gets shallow work.
- Without subagent_type, it is a fork of you: it has this whole conversation and reads it from the cache. The prompt is a directive. Say what to do and where its part ends, and do not explain again what you both know.

Rules:
- Understand before you delegate. Do not write “look into it and fix what you find”: that leaves your thinking to the agent. Read what you need, then say what exactly to change and where.
- While an agent runs in the background, do not read its output and do not check on it: you are told when it is done. Reading it would bring into your context what the agent was to save you.
- Do not guess its result. Until it is reported, you know nothing about it: say that it is still running.
- Only you see what an agent answers. Tell the user what matters of it. Verify a change before you report it as done.`;

/** [O3] [O4] The definition of the tool; with `attachment`, its bytes are the same whatever agents there are. */
export function agentTool(agents: readonly AgentDefinition[], listing: AgentListing): DelegationTool {
  const types =
    listing === 'description'
      ? `Types of agents (subagent_type):\n${agentList(agents)}`
      : 'The types of agents (subagent_type) are listed in a <system-reminder> in the conversation. The latest list counts.';
  return {
    name: AGENT_TOOL,
    description: `Gives a task to another agent, which does it with tools and a context of its own. You only get its final answer.\n\n${types}\n\n${delegationRules}`,
    input: {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in three to five words, for the user.' },
        prompt: { type: 'string', description: 'The task. With a type: everything that the agent must know.' },
        subagent_type: { type: 'string', description: 'The type of agent. Without it, a fork of yourself.' },
        name: {
          type: 'string',
          description: 'A name for it, with which SendMessage reaches it: letters, digits and hyphens.',
        },
        run_in_background: {
          type: 'boolean',
          description: 'Go on without it. You are told when it is done. The default is false.',
        },
      },
      required: ['description', 'prompt'],
    },
  };
}

const LONGEST_PROMPT = 200_000;
export const AGENT_NAME = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;

/** The input of a call, or what is wrong with it, in words for the model. */
export function agentCall(input: Json): Result<AgentCall> {
  const args = asObject(input);
  if (args === undefined) return fail('Agent was not run: its input is not an object.');
  const problems: string[] = [];
  const text = (field: string) => {
    const value = args[field] ?? undefined;
    if (value !== undefined && asText(value) === undefined) problems.push(`"${field}" must be a string`);
    return asText(value)?.trim() ?? '';
  };
  const [description, prompt, type, name] = ['description', 'prompt', 'subagent_type', 'name'].map(text);
  for (const [field, value] of Object.entries({ description, prompt })) {
    if (value === '' && !problems.some((problem) => problem.startsWith(`"${field}"`))) {
      problems.push(`"${field}" is missing`);
    }
  }
  if ((prompt ?? '').length > LONGEST_PROMPT) problems.push('"prompt" has more than 200,000 characters');
  if (name && !AGENT_NAME.test(name)) {
    problems.push('"name" must start with a letter and have at most 40 letters, digits and hyphens');
  }
  const background = args.run_in_background ?? undefined;
  if (background !== undefined && asBoolean(background) === undefined) {
    problems.push('"run_in_background" must be true or false');
  }
  if (problems.length > 0) return fail(`Agent was not run: ${problems.join('; ')}.`);
  return ok({
    description: (description ?? '').slice(0, 200),
    prompt: prompt ?? '',
    ...(type && { type }),
    ...(name && { name }),
    inBackground: background === true,
  });
}

/** The definition that a call names, or the types that there are, in words for the model. */
export function agentOfType(type: string, agents: readonly AgentDefinition[]): Result<AgentDefinition> {
  const found =
    agents.find(({ name }) => name === type) ??
    agents.find(({ name }) => name.toLowerCase() === type.trim().toLowerCase());
  if (found !== undefined) return ok(found);
  const names = agents.map(({ name }) => name).join(', ');
  return fail(
    `Agent was not run: there is no type ${JSON.stringify(type.slice(0, 64))}. Types: ${names}. Without a type it is a fork.`,
  );
}
