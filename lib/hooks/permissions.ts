import { asObject, asText, type Json } from '../base/json';
import { matchesStars } from '../base/matches-stars';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import { matchesPath } from '../instructions/match-path';
import { HOME, WORKSPACE_ROOT } from '../instructions/mounts';
import { bare, commandsIn } from './commands-in';
import type { SettingsSource } from './settings-source';

export type PermissionEffect = 'allow' | 'ask' | 'deny';

/** [H1] `Bash(rm *)`: a tool, and which of its calls. */
export interface PermissionRule {
  readonly effect: PermissionEffect;
  /** As written. */
  readonly text: string;
  readonly tool: string;
  readonly pattern?: string;
  readonly source: SettingsSource;
}

export interface Permission {
  readonly effect: PermissionEffect;
  /** Missing if no rule is about the call. */
  readonly rule?: PermissionRule;
}

interface ToolCall {
  readonly tool: string;
  readonly input: Json;
}

/** Tools that a rule about this one covers, too: otherwise a file that may not be edited could still be overwritten. */
const covers: Readonly<Record<string, readonly string[]>> = {
  Edit: ['Edit', 'MultiEdit', 'Write'],
  Read: ['Read', 'Grep', 'Glob'],
};

export function parseRule(text: string): Result<{ readonly tool: string; readonly pattern?: string }> {
  const [, tool, , pattern] = /^([\w*.:-]+)(\((.*)\))?$/s.exec(text.trim()) ?? [];
  if (tool === undefined) return fail('must be a tool, or a tool with a pattern such as Bash(rm *)');
  if (pattern === undefined || pattern.trim() === '' || pattern === '*') return ok({ tool });
  return ok({ tool, pattern: pattern.trim() });
}

/** [H1] Deny before ask before allow. What no rule is about is allowed: it changes nothing but the run's own files. */
export function permissionFor(call: ToolCall, rules: readonly PermissionRule[]): Permission {
  const granted = rules.filter(({ source }) => source === 'granted');
  const matching = (effect: PermissionEffect) =>
    rules.filter((rule) => rule.effect === effect && ruleMatches(rule, call));
  const [denied] = matching('deny');
  if (denied !== undefined) return { effect: 'deny', rule: denied };
  const asked = matching('ask').find((rule) => allowedBy(granted, call, rule) === undefined);
  if (asked !== undefined) return { effect: 'ask', rule: asked };
  const allowed = allowedBy([...granted, ...rules.filter(({ effect }) => effect === 'allow')], call);
  return { effect: 'allow', ...optional('rule', allowed) };
}

/**
 * [O2] What the mode of an agent makes of a rule. A denial stays one; without anybody to ask, what would be asked is denied.
 *
 *   acceptEdits  edits are not asked about        bypassPermissions  nothing is
 *   dontAsk      what would be asked is denied    plan               nothing is edited
 */
export function underMode(given: Permission, tool: string, mode: string | undefined): Permission {
  const isEdit = covers.Edit?.includes(tool) === true;
  if (mode === 'plan' && isEdit) return { effect: 'deny', rule: PLAN };
  if (given.effect !== 'ask') return given;
  if (mode === 'dontAsk') return { ...given, effect: 'deny' };
  return mode === 'bypassPermissions' || (mode === 'acceptEdits' && isEdit) ? { ...given, effect: 'allow' } : given;
}

const PLAN: PermissionRule = { effect: 'deny', text: 'permissionMode: plan', tool: 'Edit', source: 'session' };

/** Of `a && b`, each command may be allowed by another rule; of those that a rule asks about, each must be. */
function allowedBy(rules: readonly PermissionRule[], call: ToolCall, asking?: PermissionRule) {
  const whole = rules.find((rule) => ruleMatches(rule, call));
  if (whole !== undefined || call.tool !== 'Bash') return whole;
  const calls = commandsIn(commandOf(call.input)).map((command) => ({ tool: 'Bash', input: { command } }));
  const about = asking === undefined ? calls : calls.filter((each) => ruleMatches(asking, each));
  const found = (about.length === 0 ? calls : about).map((each) => rules.find((rule) => ruleMatches(rule, each)));
  return found.includes(undefined) ? undefined : found[0];
}

export function ruleMatches(
  { effect, tool, pattern }: Omit<PermissionRule, 'text' | 'source'>,
  call: ToolCall,
): boolean {
  if (tool !== '*' && !(covers[tool] ?? [tool]).includes(call.tool)) return false;
  if (pattern === undefined) return true;
  if (call.tool !== 'Bash') return pathMatches(pattern, pathOf(call.input));
  const whole = commandOf(call.input);
  const commands = commandsIn(whole);
  const isMatch = (command: string) => commandMatches(pattern, command);
  // One forbidden command is enough to forbid all; one that is allowed is not enough to allow the others.
  return effect === 'allow' ? commands.length > 0 && commands.every(isMatch) : isMatch(whole) || commands.some(isMatch);
}

function commandMatches(pattern: string, command: string): boolean {
  const given = pattern.endsWith(':*') ? `${pattern.slice(0, -2)} *` : pattern;
  return [command.trim(), bare(command)].some(
    (text) => matchesStars(given, text) || (given.endsWith(' *') && matchesStars(given.slice(0, -2), text)),
  );
}

function pathMatches(pattern: string, path: string): boolean {
  if (path === '') return false;
  const full = absolute(path);
  const wanted = pattern.startsWith('//') ? pattern.slice(1) : pattern;
  if (wanted.startsWith('/') || wanted.startsWith('~')) return matchesPath(absolute(wanted).slice(1), full.slice(1));
  return full.startsWith(`${WORKSPACE_ROOT}/`) && matchesPath(wanted, full.slice(WORKSPACE_ROOT.length + 1));
}

function absolute(path: string): string {
  const given = path.startsWith('~')
    ? `${HOME}${path.slice(1)}`
    : path.startsWith('/')
      ? path
      : `${WORKSPACE_ROOT}/${path}`;
  const steps: string[] = [];
  for (const step of given.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

function commandOf(input: Json): string {
  return asText(asObject(input)?.command) ?? '';
}

function pathOf(input: Json): string {
  const given = asObject(input) ?? {};
  return asText(given.file_path) ?? asText(given.path) ?? asText(given.pattern) ?? '';
}

/** [H1] What “Always” allows until the end of the session. Tools without a command are allowed as a whole. */
export function alwaysRules({ tool, input }: ToolCall): readonly string[] {
  if (tool !== 'Bash') return [tool];
  const commands = commandsIn(commandOf(input));
  const rules = commands.map((command) => {
    const [first = '', second] = bare(command).split(/\s+/);
    const isName = (word: string | undefined): word is string => word !== undefined && /^[\w./-]+$/.test(word);
    if (!isName(first)) return `Bash(${command.trim()})`;
    return isName(second) && /^[a-z]+$/.test(second) ? `Bash(${first} ${second} *)` : `Bash(${first} *)`;
  });
  return [...new Set(rules.length === 0 ? ['Bash'] : rules)];
}
