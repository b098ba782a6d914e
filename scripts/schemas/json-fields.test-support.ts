import { isObject } from '../../lib/base/json';

/** The fields that the tables of a section of docs/json.md name: `totals` `.peak` is `totals` and `totals.peak`. */
export function documentedFields(page: string, command: string): ReadonlySet<string> {
  const [, section = ''] = page.split(`\n## ${command}\n`);
  const [own = ''] = section.split('\n## ');
  const fields = new Set<string>();
  for (const [, cell = ''] of own.matchAll(/^\| (`[^|]+`) \|/gm)) {
    const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    fields.add(first);
    for (const name of others) fields.add(name.startsWith('.') ? `${first}${name}` : name);
  }
  return fields;
}

/** The fields of JSON lines, in the same notation. */
export function fieldsOf(output: string): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const line of output.trimEnd().split('\n')) addFields(JSON.parse(line), '', fields);
  return fields;
}

function addFields(value: unknown, path: string, fields: Set<string>): void {
  if (Array.isArray(value)) {
    // An empty list says nothing of its items, and its own name is documented as theirs.
    for (const item of value) addFields(item, `${path}[]`, fields);
    return;
  }
  if (path !== '') fields.add(path);
  if (!isObject(value)) return;
  for (const [name, item] of Object.entries(value)) addFields(item, path === '' ? name : `${path}.${name}`, fields);
}
