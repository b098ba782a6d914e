import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { type PermissionEffect, parseRule } from './permissions';
import { placedJson } from './placed-json';

const EFFECTS = ['allow', 'ask', 'deny'] as const;

/** [H1] The same settings, with this for a tool as a whole; undefined: nothing is said about it. Rules with patterns stay. */
export function withPermission(text: string, tool: string, effect: PermissionEffect | undefined): Result<string> {
  const given = settingsIn(text);
  if (!given.ok) return given;
  const permissions = asObject(given.value.permissions) ?? {};
  const isWhole = (rule: Json) => {
    const parsed = parseRule(asText(rule) ?? '');
    return parsed.ok && parsed.value.tool === tool && parsed.value.pattern === undefined;
  };
  const changed: Record<string, Json> = {};
  for (const each of EFFECTS) {
    const others = (asArray(permissions[each]) ?? []).filter((rule) => !isWhole(rule));
    const rules = each === effect ? [...others, tool] : others;
    if (rules.length > 0) changed[each] = rules;
  }
  const { permissions: _, ...rest } = given.value;
  return ok(written(Object.keys(changed).length === 0 ? rest : { ...rest, permissions: changed }));
}

/** The same settings and these. */
export function withSettings(text: string, added: JsonObject): Result<string> {
  const given = settingsIn(text);
  return given.ok ? ok(written(merged(given.value, added))) : given;
}

function merged(given: JsonObject, added: JsonObject): JsonObject {
  const all: Record<string, Json> = {};
  for (const [key, value] of Object.entries(given)) if (value !== undefined) all[key] = value;
  for (const [key, value] of Object.entries(added)) {
    if (value === undefined) continue;
    const before = all[key];
    const [lists, objects] = [
      [asArray(before), asArray(value)],
      [asObject(before), asObject(value)],
    ];
    if (lists[0] !== undefined && lists[1] !== undefined) all[key] = [...lists[0], ...lists[1]];
    else if (objects[0] !== undefined && objects[1] !== undefined) all[key] = merged(objects[0], objects[1]);
    else all[key] = value;
  }
  return all;
}

function settingsIn(text: string): Result<JsonObject> {
  if (text.trim() === '') return ok({});
  const json = placedJson(text);
  if (!json.ok) return fail(`Line ${json.error.line}: ${json.error.what}.`);
  const object = asObject(json.value.value);
  return object === undefined ? fail('The settings must be an object.') : ok(object);
}

function written(settings: JsonObject): string {
  return Object.keys(settings).length === 0 ? '' : `${JSON.stringify(settings, null, 2)}\n`;
}

interface SettingsExample {
  readonly title: string;
  readonly settings: JsonObject;
}

const command = (text: string) => ({ type: 'command', command: text });

/** To start from. Each works in the sample repository as it is. */
export const settingsExamples: readonly SettingsExample[] = [
  {
    title: 'Block rm in the shell',
    settings: {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Bash',
            hooks: [
              command(`jq -r .tool_input.command | grep -qw rm || exit 0; echo 'Nothing is deleted here.' >&2; exit 2`),
            ],
          },
        ],
      },
    },
  },
  {
    title: 'Words for the summary, before a compaction',
    settings: {
      hooks: { PreCompact: [{ matcher: '*', hooks: [command(`echo 'Name every file that was changed.'`)] }] },
    },
  },
  {
    title: 'Words for the agent, at the start and after a compaction',
    settings: { hooks: { SessionStart: [{ hooks: [command(`echo 'Tests run with: sh test.sh'`)] }] } },
  },
  {
    title: 'A log of changed files',
    settings: {
      hooks: {
        PostToolUse: [
          { matcher: 'Edit|Write|MultiEdit', hooks: [command('jq -r .tool_input.file_path >> changed-files.txt')] },
        ],
      },
    },
  },
  {
    title: 'A model decides about commands',
    settings: {
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'Refuse if the command contains `push` or `curl`.' }] },
        ],
      },
    },
  },
  { title: 'Ask before each command', settings: { permissions: { ask: ['Bash'] } } },
  { title: 'Never read .env files', settings: { permissions: { deny: ['Read(.env*)', 'Bash(cat .env*)'] } } },
];
