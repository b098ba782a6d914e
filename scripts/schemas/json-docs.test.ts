import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OUTPUT_VERSION } from '../../lib/rows/file/output-version';
import { type CommandName, commands } from '../command-line/commands';
import { highwaterHere } from '../command-line/run-highwater.test-support';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { documentedFields, fieldsOf } from './json-fields.test-support';
import { rowsJsonSchema } from './rows-json-schema';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'json.md'), 'utf8');
const sample = (name: string) => join(import.meta.dirname, '../../public/samples', `${name}.jsonl`);

const folder = () => temporaryFolder({ 'summary.txt': 'Fixed it in src/a.ts', 'notes.txt': 'No transcript' });
const refactoring = sample('refactoring');

const runs: Readonly<Record<string, (files: string) => readonly (readonly string[])[]>> = {
  replay: (files) => [
    [refactoring, join(files, 'notes.txt'), '--policy', 'codex', '--losses', '--errors'],
    [temporaryFolder({}), '--policy', 'codex'],
  ],
  check: (files) => [
    [temporaryFolder({}), '--policy', 'pi', '--baseline', 'codex', '--fail-if', 'cost > +5%'],
    [
      refactoring,
      join(files, 'notes.txt'),
      '--policy',
      'pi',
      '--baseline',
      'codex',
      '--fail-if',
      'cost > +5%',
      '--fail-if',
      'cost > 1 in any session',
    ],
  ],
  corpus: (files) => [[join(files, 'corpus'), '--sessions', '2']],
  cost: (files) => [[join(docs, '../public/samples'), join(files, 'notes.txt'), '--since', '2020-01-01', '--no-index']],
  inspect: (files) => [[refactoring, join(files, 'notes.txt')]],
  simulate: (files) => [[refactoring, '--calls'], [refactoring, '--policy', 'openhands'], [join(files, 'notes.txt')]],
  sweep: (files) => [
    [join(files, 'notes.txt'), '--param', 'policy.windowTokens', '--from', '30000', '--to', '200000'],
    [refactoring, '--misses', '--param', 'policy.windowTokens', '--from', '30000', '--to', '200000', '--steps', '2'],
  ],
  score: (files) => [
    [refactoring, '--at', '60', '--summary', join(files, 'summary.txt')],
    [refactoring, '--at', '60000', '--summary', join(files, 'summary.txt')],
  ],
  system: (files) => [[refactoring], [join(files, 'notes.txt')]],
  memory: (files) => [[files], [join(docs, '../public/samples')]],
  validate: (files) => [[join(docs, '../public/samples'), join(files, 'notes.txt')]],
};

/** Of sessions that none of the samples is. */
const OTHER_SESSIONS =
  /^(?:unreadable|warnings|children|hooks|elsewhere|agents\[\]\.windows|compactions\[\]\.causes|projects\[\]\.(?:unreadable|index\.\w+|sessions\[\]\.(?:dreams|savedByTheAgent|usedLater\.values|leftOut))|instructions\.\w+)\[\]|^thrash\.|\.memory\b|^subAgents|\.interval\[\]|\.changeInterval\[\]|\.(?:given|origin|now|because)$/;

const WITHOUT_JSON = ['serve', 'worker'];

describe('docs/json.md', () => {
  it('is about every command that prints JSON', () => {
    expect([...Object.keys(runs), ...WITHOUT_JSON].sort()).toEqual(Object.keys(commands).sort());
  });

  it('is of the version that commands print', () => {
    expect(page).toContain(`version of what is described here: **${OUTPUT_VERSION}**`);
  });

  it.each(Object.keys(runs) as CommandName[])('has every field of %s, and no other', async (command) => {
    const printed = new Set<string>();
    for (const words of runs[command]?.(folder()) ?? []) {
      const { stdout } = await highwaterHere(command, ...words, '--json');
      if (stdout !== '') for (const field of fieldsOf(stdout)) printed.add(field);
    }
    const documented = documentedFields(page, command);
    expect([...printed].filter((field) => !documented.has(field))).toEqual([]);
    expect([...documented].filter((field) => !printed.has(field) && !isOfOthers(field, printed))).toEqual([]);
  });
});

/** `a[]` stands for the list and its items. */
function isOfOthers(field: string, printed: ReadonlySet<string>): boolean {
  return OTHER_SESSIONS.test(field) || [...printed].some((known) => known.startsWith(`${field}.`));
}

it('docs/rows.schema.json is that of the rows that are read (npm run schemas)', () => {
  expect(JSON.parse(readFileSync(join(docs, 'rows.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(rowsJsonSchema())),
  );
});
