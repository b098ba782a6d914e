import type { AbScript } from '../../agent/ab/ab-run';
import { lessonById, lessons } from '../../agent/lessons/index';
import { sessionMemory } from '../../agent/lessons/session-memory';
import { firstTask } from '../../agent/scripted/first-task';
import { fail, ok, type Result } from '../../base/result';
import { noteLayer } from '../../layers/single-layers';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { linkedPolicy, policyOfLink } from '../policy/policy-link';

export interface AbChoice {
  readonly policies: readonly [Policy, Policy];
  readonly script: AbScriptId;
}

/** The task of a first run with rules of the user, or the id of a lesson. */
export type AbScriptId = string;
export const TASK = 'task';

/** All with the same window, so that they can be compared. */
export const abPolicies: readonly Policy[] = [
  playground,
  withoutNote(playground),
  ...lessons.map(({ policy }) => policy),
];

export const abScripts: readonly { readonly id: AbScriptId; readonly title: string }[] = [
  { id: TASK, title: 'Fix the tests, then review every file' },
  ...lessons.map(({ id, title }) => ({ id, title: `Lesson: ${title.toLowerCase()}` })),
];

export const usualAbChoice: AbChoice = {
  policies: [playground, withoutNote(playground)],
  script: TASK,
};

/** [K4] A user has some, and the script follows these. */
const RULES = 'Never edit the tests themselves. Log each fix in CHANGELOG.md.';
const [fix, ...then] = firstTask;

/** The agent of the task reacts to what it has lost; that of a lesson says the same whatever happens. */
export function abScript(id: AbScriptId, sample: Readonly<Record<string, string>>): AbScript {
  const lesson = lessonById(id);
  if (lesson === undefined)
    return { model: { type: 'scripted' }, files: sample, prompts: [`${fix} ${RULES}`, ...then] };
  const { files, prompts } = lesson;
  return { model: { type: 'scripted', lesson: id }, files, prompts };
}

function withoutNote(policy: Policy): Policy {
  const off = new Set([sessionMemory.layer, noteLayer]);
  return {
    ...policy,
    id: `${policy.id}-without-note`,
    title: `${policy.title} without session memory`,
    layers: policy.layers.map((each) => (off.has(each.layer) ? { ...each, isOn: false } : each)),
  };
}

/** As the query of an address. A policy that is not in the list is written as in other links. */
export function abQuery({ policies: [a, b], script }: AbChoice): string {
  return new URLSearchParams({ script, a: policyKey(a), b: policyKey(b) }).toString();
}

export function readAbQuery(query: { get(name: string): string | null }): Result<AbChoice> {
  const [a, b] = [policyOf(query.get('a'), 0), policyOf(query.get('b'), 1)];
  if (!a.ok) return a;
  if (!b.ok) return b;
  const script = query.get('script') ?? usualAbChoice.script;
  if (!abScripts.some(({ id }) => id === script)) return fail(`unknown script "${script}"`);
  return ok({ policies: [a.value, b.value], script });
}

/** The same for equal policies. */
export function policyKey(policy: Policy): string {
  if (abPolicies.includes(policy)) return policy.id;
  const { preset, changes } = linkedPolicy(policy);
  return new URLSearchParams([['preset', preset], ...changes]).toString();
}

function policyOf(text: string | null, side: 0 | 1): Result<Policy> {
  if (text === null) return ok(usualAbChoice.policies[side]);
  const listed = abPolicies.find(({ id }) => id === text);
  if (listed !== undefined) return ok(listed);
  if (!text.includes('=')) return policyOfLink({ preset: text, changes: new Map() });
  const query = new URLSearchParams(text);
  const changes = new Map([...query].filter(([name]) => name !== 'preset'));
  return policyOfLink({ preset: query.get('preset') ?? '', changes });
}
