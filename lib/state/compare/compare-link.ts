import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { policyOfAgent } from '../../policies/index';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { everythingOn } from '../../policies/presets/everything-on';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import type { Policy } from '../../policies/shape/policy';
import { RECORDED } from '../../series/tables/comparison-table';
import type { Agent } from '../../transcript/transcript';
import { linkedPolicy } from '../policy/policy-link';
import { readLinkHash, writeLinkHash } from '../shared/link-hash';
import {
  isWhatIf,
  type ScenarioName,
  type SimulationView,
  scenarioNames,
  viewOf,
  whatIfView,
} from '../simulate/simulated-session';
import { readViewLink, writeViewLink } from '../simulate/view-link';

/** A policy beside the recording. */
export interface CompareColumn {
  readonly view: SimulationView;
  /** Of the scenario that it was pinned as. */
  readonly letter?: ScenarioName;
}

/** Everything about the view, except the session, which is in the query. */
export interface CompareView {
  readonly columns: readonly CompareColumn[];
  /** Index of the column that the others are compared with; undefined for the recording. */
  readonly baseline: number | undefined;
}

/** More would not fit beside each other. */
export const MAX_COLUMNS = 6;

/** Without the recorded rules, if they are not known. */
export function usualCompareView(agent: Agent | undefined): CompareView {
  const recorded = policyOfAgent(agent);
  const policies = [...(recorded === undefined ? [] : [recorded]), claudeCodeCurrent, everythingOn, teachingV5];
  return { columns: policies.map((policy) => columnOf(policy)), baseline: undefined };
}

export function columnOf(policy: Policy): CompareColumn {
  return { view: whatIfView(policy) };
}

/** The same if it is already there, or if there are too many. */
export function withColumn(view: CompareView, column: CompareColumn): CompareView {
  const { columns, baseline } = view;
  const isThere = columns.some((each) => keyOf(each) === keyOf(column));
  return isThere || columns.length >= MAX_COLUMNS ? view : { columns: [...columns, column], baseline };
}

/** The baseline stays where it is, or returns to the recording with its column. */
export function withoutColumn(view: CompareView, column: CompareColumn): CompareView {
  const { columns, baseline } = view;
  const place = columns.indexOf(column);
  if (place === -1) return view;
  const isAfter = baseline !== undefined && baseline > place;
  const next = baseline === place ? undefined : isAfter ? baseline - 1 : baseline;
  return { columns: columns.filter((each) => each !== column), baseline: next };
}

const LINK_VERSION = 1;

/**
 * The view as the hash of an address, without its sign. A column is the id of a preset, or a link to Simulate.
 *
 *   v1&column=tutorial&column=A:v1%26preset%3Dtutorial%26snip.keep%3D5%26end&baseline=2&end
 */
export function writeCompareLink({ columns, baseline }: CompareView): string {
  const query = new URLSearchParams();
  for (const column of columns) query.append('column', columnText(column));
  if (baseline !== undefined) query.set('baseline', String(baseline + 1));
  return writeLinkHash(LINK_VERSION, query);
}

/** Undefined if the hash is not ours; otherwise fails if invalid. */
export function readCompareLink(hash: string): Result<CompareView | undefined> {
  const read = readLinkHash(LINK_VERSION, hash);
  if (!read.ok) return read;
  const { value: query } = read;
  if (query === undefined) return ok(undefined);
  const columns: CompareColumn[] = [];
  for (const text of query.getAll('column')) {
    const column = columnFrom(text);
    if (!column.ok) return column;
    columns.push(column.value);
  }
  if (columns.length > MAX_COLUMNS) return fail(`it has ${columns.length} columns; at most ${MAX_COLUMNS} are allowed`);
  if (new Set(columns.map(keyOf)).size < columns.length) return fail('it has the same column twice');
  const text = query.get('baseline');
  if (text === null) return ok({ columns, baseline: undefined });
  const baseline = /^[1-9]$/.test(text) ? Number(text) - 1 : -1;
  return columns[baseline] === undefined
    ? fail(`"baseline" is "${text}", but must be the number of a column`)
    : ok({ columns, baseline });
}

/** As typed or pasted by the user: the address of a view in Simulate, or its part after `#`. */
export function columnOfLink(text: string): Result<CompareColumn> {
  const [, hash = text] = /#(.*)$/s.exec(text.trim()) ?? [];
  return viewFrom(hash.trim());
}

/** What the numbers of a column depend on. */
export function keyOf({ view }: CompareColumn): string {
  return viewText(view);
}

/** Different for each, so that a table can use them. */
export function columnNames(columns: readonly CompareColumn[]): readonly string[] {
  const taken = new Set([RECORDED]);
  return columns.map(({ view, letter }) => {
    const { changes } = linkedPolicy(view.policy);
    const isChanged = changes.size > 0 || keyOf({ view }) !== keyOf(columnOf(view.policy));
    const plain = `${letter === undefined ? '' : `${letter}: `}${view.policy.title}${isChanged ? ', changed' : ''}`;
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${plain} (${number})`;
    taken.add(name);
    return name;
  });
}

/** The address of the view for a session, with pinned scenarios if there are any. */
export function compareAddress(
  place: string,
  scenarios: readonly (SimulationView & { readonly name: ScenarioName })[],
): string {
  // The recording is always a column.
  const pinned = scenarios.filter(isWhatIf);
  if (pinned.length === 0) return `/compare?${place}`;
  const byKey = new Map<string, CompareColumn>();
  for (const { name, ...scenario } of pinned) {
    const column = { letter: name, view: viewOf(scenario) };
    if (!byKey.has(keyOf(column))) byKey.set(keyOf(column), column);
  }
  return `/compare?${place}#${writeCompareLink({ columns: [...byKey.values()], baseline: undefined })}`;
}

function columnText(column: CompareColumn): string {
  const { preset, changes } = linkedPolicy(column.view.policy);
  const text = viewText(column.view);
  const isPreset = changes.size === 0 && text === viewText(whatIfView(column.view.policy));
  return `${column.letter === undefined ? '' : `${column.letter}:`}${isPreset ? preset : text}`;
}

function columnFrom(text: string): Result<CompareColumn> {
  const [, named, rest = text] = /^([A-D]):(.*)$/s.exec(text) ?? [];
  const letter = scenarioNames.find((name) => name === named);
  const column = viewFrom(/^v\d/.test(rest) ? rest : `v1&${new URLSearchParams({ preset: rest })}&end`);
  return column.ok ? ok({ ...column.value, ...optional('letter', letter) }) : column;
}

function viewFrom(hash: string): Result<CompareColumn> {
  const read = readViewLink(hash);
  if (!read.ok) return read;
  if (read.value === undefined) return fail('it is not the link of a view in Simulate');
  return isWhatIf(read.value)
    ? ok({ view: viewOf(read.value) })
    : fail('it shows the recording, which is always there');
}

/** A policy may be too long for a link. It still needs a key. */
function viewText(view: SimulationView): string {
  const link = writeViewLink({ ...view, filters: {} });
  return link.ok ? link.value : JSON.stringify(viewOf(view));
}
