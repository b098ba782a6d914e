import { MEMBER_TEMPLATES } from './code-members';
import type { Random } from './random';
import { capital, type Noun, withArticle } from './vocabulary';

export interface ModuleSpec {
  readonly path: string;
  readonly className: string;
  /** One sentence. */
  readonly purpose: string;
  /** The first is what the module is about. */
  readonly nouns: readonly Noun[];
  readonly memberCount: number;
  readonly settings?: readonly (readonly [name: string, value: string, meaning: string])[];
  /** Written by hand; stand before the generated members. */
  readonly ownMembers?: string;
  readonly ownTop?: string;
}

export function moduleText(spec: ModuleSpec, random: Random): string {
  const main = spec.nouns[0];
  if (main === undefined) throw new Error(`Cannot write "${spec.path}": it is about nothing`);
  return [
    importsText(spec, random),
    '',
    `/** ${spec.purpose} */`,
    settingsText(spec, random),
    '',
    ...spec.nouns.slice(0, 2).map((noun) => `${nounText(noun)}\n`),
    ...(spec.ownTop === undefined ? [] : [`${spec.ownTop}\n`]),
    `export class ${spec.className} {`,
    ...spec.nouns.map((noun) => `  private readonly ${noun.many} = new Map<string, ${capital(noun.one)}>();`),
    `  private readonly ${main.one}Listeners = new Set<(${main.one}: ${capital(main.one)}) => void>();`,
    `  private readonly ${main.one}Locks = new Map<string, Promise<void>>();`,
    '',
    '  constructor(',
    `    private readonly store: ${random.pick(['EntryStore', 'AppendStore'])},`,
    '    private readonly clock: Clock,',
    '    private readonly log: Log,',
    '    private readonly metrics: Metrics,',
    `    private readonly settings: ${spec.className}Settings,`,
    '  ) {}',
    '',
    ...(spec.ownMembers === undefined ? [] : [spec.ownMembers.replace(/\n$/, ''), '']),
    membersText(main, spec.nouns, spec.memberCount, random),
    '}',
    '',
    parserText(main, random),
  ].join('\n');
}

function importsText(spec: ModuleSpec, random: Random): string {
  const lines = [
    "import type { Clock } from '../base/clock';",
    "import { assertNever, compareIds, messageOf } from '../base/general';",
    "import type { Log } from '../base/log';",
    "import type { Metrics } from '../base/metrics';",
    "import { fail, ok, type Result } from '../base/result';",
    "import type { AppendStore, EntryStore } from '../store/entry-store';",
    ...spec.nouns.slice(2).map((noun) => `import type { ${capital(noun.one)} } from '../model/${noun.one}';`),
  ];
  return random.chance(0.5) ? lines.join('\n') : lines.filter((line) => !line.includes('general')).join('\n');
}

const COMMON_SETTINGS: readonly (readonly [string, readonly string[], string])[] = [
  ['keepMs', ['15_000', '60_000', '120_000', '300_000'], 'How long something finished stays visible.'],
  ['pauseMs', ['20', '40', '75', '150'], 'Between two tries.'],
  ['batchSize', ['32', '64', '128', '200'], 'Entries written at once.'],
  ['largestQueue', ['2_000', '5_000', '20_000'], 'Above this the producer is told to wait.'],
  ['sampleShare', ['0.01', '0.05', '0.1'], 'Share of the entries that is logged in full.'],
];

function settingsText(spec: ModuleSpec, random: Random): string {
  const common = random
    .some(COMMON_SETTINGS, 3)
    .map(([name, values, meaning]) => [name, random.pick(values), meaning] as const);
  const all = [...(spec.settings ?? []), ...common];
  return [
    `export interface ${spec.className}Settings {`,
    ...all.map(([name, , meaning]) => `  /** ${meaning} */\n  readonly ${name}: number;`),
    '}',
    '',
    `export const DEFAULT_${constantName(spec.className)}_SETTINGS: ${spec.className}Settings = {`,
    ...all.map(([name, value]) => `  ${name}: ${value},`),
    '};',
  ].join('\n');
}

function nounText(noun: Noun): string {
  const name = capital(noun.one);
  return [
    `export type ${name}State = ${noun.states.map((state) => `'${state}'`).join(' | ')};`,
    '',
    `export interface ${name} {`,
    '  readonly id: string;',
    '  readonly ownerId: string;',
    `  readonly state: ${name}State;`,
    '  readonly changedAtMs: number;',
    ...noun.amounts.map(([field, meaning]) => `  /** ${meaning} */\n  readonly ${field}: number;`),
    '}',
  ].join('\n');
}

function membersText(main: Noun, all: readonly Noun[], count: number, random: Random): string {
  const written = new Map<string, string>();
  for (const [index, template] of random.shuffled(MEMBER_TEMPLATES).entries()) {
    if (written.size >= count) break;
    const noun = index % 3 === 2 ? random.pick(all) : main;
    const other = random.pick(all.filter((candidate) => candidate !== noun || all.length === 1));
    const name = template.name(noun, other);
    written.set(name, template.body(name, noun, other, random));
  }
  for (let tries = 0; written.size < count && tries < 400; tries++) {
    const noun = random.pick(all);
    const other = random.pick(all);
    const template = random.pick(MEMBER_TEMPLATES);
    const name = template.name(noun, other);
    if (!written.has(name)) written.set(name, template.body(name, noun, other, random));
  }
  return [...written.values()].join('\n\n');
}

function parserText(noun: Noun, random: Random): string {
  const name = capital(noun.one);
  return `export function parse${name}(body: Uint8Array): Result<${name}> {
  const reader = new FieldReader(body);
  const id = reader.text('id');
  if (id === undefined) return fail('no id');
  const state = reader.oneOf('state', [${noun.states.map((state) => `'${state}'`).join(', ')}] as const);
  if (state === undefined) return fail(\`${noun.one} \${id} has no known state\`);
  return ok({
    id,
    state,
    ownerId: reader.text('owner') ?? '${random.pick(['none', 'nobody', 'unowned'])}',
    changedAtMs: reader.number('changed') ?? 0,
${noun.amounts.map(([field]) => `    ${field}: reader.number('${field}') ?? ${random.pick(['0', '0', '1'])},`).join('\n')}
  });
}`;
}

function constantName(className: string): string {
  return className.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
}

export interface TestCase {
  readonly title: string;
  readonly body: string;
}

/** A test file for a module: cases by hand first, then generated ones. */
export function testText(spec: ModuleSpec, count: number, random: Random, ownCases: readonly TestCase[] = []): string {
  const base = spec.path.replace(/^.*\//, '').replace(/\.ts$/, '');
  const main = spec.nouns[0];
  if (main === undefined) throw new Error(`Cannot write tests for "${spec.path}"`);
  const cases = [...ownCases, ...testCases(spec.nouns, count, random)];
  return [
    "import { beforeEach, describe, expect, it } from 'vitest';",
    "import { FakeClock } from '../../test/fake-clock';",
    "import { MemoryStore } from '../../test/memory-store';",
    `import { ${spec.className}, DEFAULT_${constantName(spec.className)}_SETTINGS } from './${base}';`,
    '',
    `describe('${spec.className}', () => {`,
    '  let clock: FakeClock;',
    '  let store: MemoryStore;',
    `  let subject: ${spec.className};`,
    '',
    '  beforeEach(() => {',
    `    clock = new FakeClock(${random.pick(['0', '1_000', '1_700_000_000_000'])});`,
    '    store = new MemoryStore(clock);',
    `    subject = new ${spec.className}(store, clock, silentLog, noMetrics, DEFAULT_${constantName(spec.className)}_SETTINGS);`,
    '  });',
    '',
    cases.map(({ title, body }) => `  it('${title}', async () => {\n${body}\n  });`).join('\n\n'),
    '});',
  ].join('\n');
}

function testCases(nouns: readonly Noun[], count: number, random: Random): TestCase[] {
  const cases = new Map<string, TestCase>();
  for (let tries = 0; cases.size < count && tries < 300; tries++) {
    const noun = random.pick(nouns);
    const name = capital(noun.one);
    const value = random.integer(2, 90);
    const id = `${noun.one.slice(0, 2)}-${random.integer(1, 60)}`;
    const made = `make${name}({ id: '${id}', ${noun.amounts[0]?.[0]}: ${value} })`;
    const state = random.pick(noun.states);
    const testCase = random.pick<TestCase>([
      {
        title: `finds ${withArticle(noun.one)} that was added`,
        body: `    subject.add${name}(${made});\n    expect(subject.find${name}('${id}')?.${noun.amounts[0]?.[0]}).toBe(${value});`,
      },
      {
        title: `says nothing about ${withArticle(noun.one)} it has never seen`,
        body: `    expect(subject.find${name}('${id}')).toBeUndefined();`,
      },
      {
        title: `keeps ${withArticle(state)} ${noun.one} until its time is over`,
        body: `    subject.add${name}({ ...${made}, state: '${state}' });\n    clock.advance(${value * 100});\n    expect(subject.find${name}('${id}')).toBeDefined();`,
      },
      {
        title: `loads ${value} ${noun.many} after a restart`,
        body: `    for (let n = 0; n < ${value}; n++) await store.append({ type: '${noun.one}', id: \`${noun.one}-\${n}\` });\n    await expect(subject.load${capital(noun.many)}()).resolves.toBe(${value});`,
      },
      {
        title: `refuses ${withArticle(noun.one)} that is already ${state}`,
        body: `    subject.add${name}({ ...${made}, state: '${state}' });\n    expect(subject.mark${capital(noun.states[1] ?? '')}${name}('${id}', ${value})).toBe(false);`,
      },
      {
        title: `counts ${noun.many} by state`,
        body: `    subject.add${name}(${made});\n    subject.add${name}({ ...${made}, id: '${id}b', state: '${state}' });\n    expect(subject.snapshotOf${capital(noun.many)}().size).toBe(2);`,
      },
      {
        title: `passes over an unreadable ${noun.one}`,
        body: `    await store.appendRaw('${noun.one}', Uint8Array.of(${random.integer(0, 255)}, ${random.integer(0, 255)}, ${random.integer(0, 255)}));\n    await expect(subject.load${capital(noun.many)}()).resolves.toBe(0);`,
      },
      {
        title: `tells listeners about ${withArticle(state)} ${noun.one}`,
        body: `    const seen: string[] = [];\n    subject.watch${capital(noun.many)}((${noun.one}) => seen.push(${noun.one}.id));\n    subject.add${name}(${made});\n    expect(seen).toEqual(['${id}']);`,
      },
    ]);
    if (!cases.has(testCase.title)) cases.set(testCase.title, testCase);
  }
  return [...cases.values()];
}
