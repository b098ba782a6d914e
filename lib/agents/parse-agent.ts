import type { Json } from '../base/json';
import { isObject } from '../base/json';
import { shown } from '../base/shown';
import { parseRule } from '../hooks/permissions';
import { betweenCommas } from '../instructions/front-matter';
import {
  type AgentDefinition,
  type AgentProblem,
  type AgentSource,
  colors,
  efforts,
  isolations,
  memoryScopes,
  permissionModes,
} from './agent-definition';
import { type Field, frontMatterFields } from './front-matter-fields';

export interface ParsedAgent {
  /** Undefined if there is an error among the problems. */
  readonly agent?: AgentDefinition;
  readonly problems: readonly AgentProblem[];
}

export interface AgentFile {
  readonly path: string;
  readonly source: AgentSource;
}

export const agentFields = [
  'name',
  'description',
  'tools',
  'disallowedTools',
  'model',
  'effort',
  'maxTurns',
  'memory',
  'color',
  'background',
  'isolation',
  'permissionMode',
  'skills',
  'initialPrompt',
  'mcpServers',
  'hooks',
] as const;
export type AgentField = (typeof agentFields)[number];

export const LONGEST_AGENT = 100_000;
const LONGEST_DESCRIPTION = 10_000;
/** It is also the name of its memory folder. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const MOST_TURNS = 1_000;

/** [O2] A Markdown file with front matter. `skills`: those that there are, if that is known. */
export function parseAgent(text: string, file: AgentFile, skills?: readonly string[]): ParsedAgent {
  if (text.length > LONGEST_AGENT) {
    const what = `it has ${text.length.toLocaleString('en-US')} characters, but an agent has at most 100,000`;
    return { problems: [{ kind: 'error', path: file.path, line: 1, what }] };
  }
  const { fields, body, problem } = frontMatterFields(text);
  if (problem !== undefined) return { problems: [{ kind: 'error', path: file.path, ...problem }] };
  return agentOf(fields, body, file, skills);
}

/** [O2] From fields that were read, of a file or of the settings of a session. */
export function agentOf(
  fields: ReadonlyMap<string, Field>,
  body: string,
  file: AgentFile,
  known?: readonly string[],
): ParsedAgent {
  const reader = new AgentReader(fields, file.path);
  reader.unknown();
  const agent: AgentDefinition = {
    name: reader.name(),
    description: reader.description(),
    ...given('tools', reader.toolNames('tools')),
    disallowedTools: reader.toolNames('disallowedTools') ?? [],
    model: reader.text('model') ?? 'inherit',
    ...given('effort', reader.choice('effort', efforts)),
    ...given('maxTurns', reader.turns()),
    ...given('memory', reader.choice('memory', memoryScopes)),
    ...given('color', reader.choice('color', colors)),
    background: reader.flag('background'),
    ...given('isolation', reader.choice('isolation', isolations)),
    ...given('permissionMode', reader.choice('permissionMode', permissionModes)),
    skills: reader.skills(known),
    ...given('initialPrompt', reader.text('initialPrompt')),
    ...given('mcpServers', reader.servers()),
    ...given('hooks', reader.group('hooks')),
    body,
    ...file,
  };
  if (body === '') reader.warn(1, 'it has no text after its front matter: its system prompt is empty');
  const { problems } = reader;
  return problems.some(({ kind }) => kind === 'error') ? { problems } : { agent, problems };
}

/** Nothing where nothing was said. */
function given<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [key in Name]?: Value } {
  const entry: { [key in Name]?: Value } = {};
  if (value !== undefined) entry[name] = value;
  return entry;
}

class AgentReader {
  readonly problems: AgentProblem[] = [];

  constructor(
    private readonly fields: ReadonlyMap<string, Field>,
    private readonly path: string,
  ) {}

  warn(line: number, what: string): void {
    this.problems.push({ kind: 'warning', path: this.path, line, what });
  }

  unknown(): void {
    const known: ReadonlySet<string> = new Set(agentFields);
    for (const [key, { line }] of this.fields) {
      if (!known.has(key)) this.warn(line, `unknown field ${shown(key)}; expected: ${agentFields.join(', ')}`);
    }
  }

  name(): string {
    const name = this.required('name');
    if (name !== '' && !NAME.test(name)) {
      this.fail('name', `must start with a letter and have at most 64 letters, digits, hyphens and underscores`);
    }
    return name;
  }

  description(): string {
    const text = this.required('description');
    if (text.length > LONGEST_DESCRIPTION) this.fail('description', 'must have at most 10,000 characters');
    return text;
  }

  text(name: AgentField): string | undefined {
    const { value = null } = this.fields.get(name) ?? {};
    if (value === null || value === '') return undefined;
    if (typeof value === 'string') return value;
    return this.ignore(name, 'must be a text');
  }

  flag(name: AgentField): boolean {
    const { value = null } = this.fields.get(name) ?? {};
    if (value === null || typeof value === 'boolean') return value ?? false;
    return this.ignore(name, 'must be true or false') ?? false;
  }

  turns(): number | undefined {
    const { value = null } = this.fields.get('maxTurns') ?? {};
    if (value === null) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_TURNS) return value;
    return this.ignore('maxTurns', 'must be an integer from 1 to 1,000');
  }

  choice<Choice extends string>(name: AgentField, choices: readonly Choice[]): Choice | undefined {
    const { value = null } = this.fields.get(name) ?? {};
    if (value === null) return undefined;
    const found = choices.find((choice) => choice === value);
    return found ?? this.ignore(name, `must be one of ${choices.join(', ')}`);
  }

  /** A list, or names with commas between them. */
  names(name: AgentField): readonly string[] | undefined {
    const { value = null } = this.fields.get(name) ?? {};
    if (value === null) return undefined;
    const items = typeof value === 'string' ? betweenCommas(value, '(', ')') : textsOf(value);
    if (items === undefined) return this.ignore(name, 'must be a list of names');
    return [...new Set(items.map((item) => item.trim()).filter((item) => item !== ''))];
  }

  /** Each with or without a pattern, as in permissions. */
  toolNames(name: 'tools' | 'disallowedTools'): readonly string[] | undefined {
    return this.names(name)?.filter((item) => {
      if (parseRule(item).ok) return true;
      this.warn(this.lineOf(name), `"${name}" has ${shown(item)}, but each must be a tool, or one with a pattern`);
      return false;
    });
  }

  /** Those that there are, and a warning for each that there is not. */
  skills(known: readonly string[] | undefined): readonly string[] {
    const named = this.names('skills') ?? [];
    for (const each of named) {
      if (known === undefined || known.includes(each)) continue;
      this.warn(this.lineOf('skills'), `there is no skill ${shown(each)}: no file .claude/skills/${each}/SKILL.md`);
    }
    return named;
  }

  /** Read, so that a file of a real project is no error. */
  servers(): Json | undefined {
    const { value = null } = this.fields.get('mcpServers') ?? {};
    if (value === null) return undefined;
    this.warn(this.lineOf('mcpServers'), 'the Playground has no MCP servers: "mcpServers" has no effect');
    return value;
  }

  group(name: AgentField) {
    const { value = null } = this.fields.get(name) ?? {};
    if (value === null) return undefined;
    return typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : this.ignore(name, 'must be names with values below them');
  }

  private required(name: AgentField): string {
    const { value = null } = this.fields.get(name) ?? {};
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    this.fail(name, value === null || value === '' ? 'is missing' : 'must be a text');
    return '';
  }

  private fail(name: AgentField, what: string): void {
    this.problems.push({ kind: 'error', path: this.path, line: this.lineOf(name), what: this.words(name, what) });
  }

  private ignore(name: AgentField, what: string): undefined {
    this.warn(this.lineOf(name), this.words(name, what));
    return undefined;
  }

  private lineOf(name: AgentField): number {
    return this.fields.get(name)?.line ?? 1;
  }

  private words(name: AgentField, what: string): string {
    const { value } = this.fields.get(name) ?? {};
    return what === 'is missing' || value === undefined
      ? `"${name}" ${what}`
      : `"${name}" is ${shown(value)}, but ${what}`;
  }
}

function textsOf(value: Json): readonly string[] | undefined {
  if (isObject(value) || !Array.isArray(value)) return undefined;
  const texts = value.flatMap((item) => (typeof item === 'string' ? [item.trim()] : []));
  return texts.length === value.length ? texts : undefined;
}
