import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layerIds } from './layers/index';

/** The one-way rule of ARCHITECTURE.md: which areas may import which. An import that is not listed goes against an arrow. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'lib/base': [],
  'lib/transcript': ['lib/base'],
  'lib/reading': ['lib/base'],
  'lib/masking': ['lib/base', 'lib/transcript'],
  'lib/proxy': ['lib/base'],
  'lib/pages': [],
  'lib/tokens': ['lib/base', 'lib/transcript'],
  'lib/economics': ['lib/base', 'lib/transcript', 'lib/tokens'],
  'lib/instructions': ['lib/base'],
  'lib/hooks': ['lib/base', 'lib/instructions'],
  'lib/importers': ['lib/base', 'lib/transcript', 'lib/reading'],
  'lib/layers': ['lib/base', 'lib/transcript', 'lib/tokens', 'lib/memory'],
  'lib/policies': ['lib/base', 'lib/transcript', 'lib/tokens', 'lib/layers'],
  'lib/summarizers': ['lib/base', 'lib/transcript', 'lib/tokens', 'lib/fidelity', 'lib/layers', 'lib/memory'],
  'lib/simulator': [
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/layers',
    'lib/policies',
    'lib/summarizers',
    'lib/economics',
    'lib/fidelity',
    'lib/instructions',
    'lib/memory',
  ],
  'lib/compactor': ['lib/base', 'lib/transcript', 'lib/layers'],
  'lib/library': [
    'lib/base',
    'lib/transcript',
    'lib/layers',
    'lib/policies',
    'lib/fidelity',
    'lib/summarizers',
    'lib/simulator',
    'lib/compactor',
  ],
  'lib/sweep': ['lib/base', 'lib/policies', 'lib/simulator'],
  'lib/rows': ['lib/base', 'lib/transcript', 'lib/layers', 'lib/policies', 'lib/simulator', 'lib/summarizers'],
  'lib/bills': [
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/reading',
    'lib/importers',
    'lib/economics',
    'lib/policies',
    'lib/summarizers',
    'lib/fidelity',
    'lib/simulator',
  ],
  'lib/fidelity': ['lib/base', 'lib/transcript'],
  'lib/judge': ['lib/base', 'lib/transcript', 'lib/tokens', 'lib/economics', 'lib/fidelity', 'lib/api'],
  'lib/exporters': ['lib/base', 'lib/transcript'],
  'lib/series': [
    'lib/rows',
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/layers',
    'lib/policies',
    'lib/fidelity',
    'lib/judge',
    'lib/memory',
    'lib/simulator',
    'lib/sweep',
  ],
  'lib/prompts': [
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/layers',
    'lib/economics',
    'lib/fidelity',
    'lib/exporters',
  ],
  'lib/api': [
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/importers',
    'lib/exporters',
    'lib/economics',
    'lib/proxy',
  ],
  'lib/memory': ['lib/base', 'lib/transcript', 'lib/tokens', 'lib/economics', 'lib/fidelity', 'lib/masking'],
  'lib/agents': ['lib/base', 'lib/transcript', 'lib/instructions', 'lib/hooks', 'lib/memory'],
  'lib/team': ['lib/base', 'lib/tokens', 'lib/masking', 'lib/memory', 'lib/proxy'],
  'lib/experiments': ['lib/base', 'lib/fidelity', 'lib/prompts'],
  'lib/agent': [
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/layers',
    'lib/policies',
    'lib/fidelity',
    'lib/summarizers',
    'lib/simulator',
    'lib/economics',
    'lib/exporters',
    'lib/prompts',
    'lib/api',
    'lib/masking',
    'lib/memory',
    'lib/agents',
    'lib/instructions',
    'lib/hooks',
    'lib/team',
  ],
  'lib/storage': ['lib/base', 'lib/transcript'],
  'lib/worker': [
    'lib/rows',
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/importers',
    'lib/masking',
    'lib/layers',
    'lib/policies',
    'lib/summarizers',
    'lib/simulator',
    'lib/economics',
    'lib/fidelity',
    'lib/judge',
    'lib/exporters',
    'lib/sweep',
    'lib/agent',
    'lib/agents',
    'lib/prompts',
    'lib/api',
    'lib/storage',
    'lib/memory',
    'lib/hooks',
    'lib/team',
  ],
  'lib/state': [
    'lib/rows',
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/layers',
    'lib/policies',
    'lib/economics',
    'lib/fidelity',
    'lib/simulator',
    'lib/sweep',
    'lib/storage',
    'lib/worker',
    'lib/series',
    'lib/prompts',
    'lib/experiments',
    'lib/judge',
    'lib/api',
    'lib/agent',
    'lib/agents',
    'lib/proxy',
    'lib/memory',
    'lib/hooks',
    'lib/team',
  ],
  components: [
    'lib/rows',
    'lib/base',
    'lib/transcript',
    'lib/tokens',
    'lib/importers',
    'lib/layers',
    'lib/policies',
    'lib/fidelity',
    'lib/economics',
    'lib/simulator',
    'lib/sweep',
    'lib/series',
    'lib/state',
    'lib/worker',
    'lib/storage',
    'lib/prompts',
    'lib/experiments',
    'lib/judge',
    'lib/api',
    'lib/agent',
    'lib/agents',
    'lib/memory',
    'lib/hooks',
    'lib/team',
  ],
  app: ['components', 'lib/state', 'lib/pages', 'lib/proxy', 'lib/team'],
};

const ROOT = join(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function imports(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/(?:from|import\(|new URL\()\s*'(\.{1,2}\/[^']+|@\/[^']+)'/g)].map(([, path = '']) =>
    path.startsWith('@/') ? path.slice(2) : relative(ROOT, join(ROOT, dirname(file), path)),
  );
}

function areaOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT).find((area) => path === area || path.startsWith(`${area}/`));
}

it('imports only in the direction of the arrows', () => {
  const against = ['lib', 'components', 'app'].flatMap(sources).flatMap((file) => {
    const from = areaOf(file);
    if (from === undefined) return [];
    return imports(file).flatMap((path) => {
      const to = areaOf(path);
      return to === undefined || to === from || MAY_IMPORT[from]?.includes(to) ? [] : [`${file} imports ${path}`];
    });
  });
  expect(against).toEqual([]);
});

it('covers every area of lib', () => {
  const areas = readdirSync(join(ROOT, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const area of areas) expect(MAY_IMPORT).toHaveProperty([`lib/${area.name}`]);
});

it('keeps React and Next out of lib', () => {
  const found = sources('lib').filter((file) =>
    /from '(react|next|recharts)[/']/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

it('uses recharts only for sweeps, loaded on demand', () => {
  const found = ['app', 'components']
    .flatMap(sources)
    .filter((file) => /'recharts\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual(['components/sweep/sweep-line.tsx']);
  const importers = ['app', 'components'].flatMap(sources).flatMap((file) => {
    const imported = readFileSync(join(ROOT, file), 'utf8').match(/[^;]*'[^']*\/sweep-line'/g) ?? [];
    return imported.map((statement) => [file, /\bimport\('/.test(statement)]);
  });
  expect(importers).toEqual([['components/sweep/sweep-plots.tsx', true]]);
});

it('uses IndexedDB only in storage', () => {
  const found = ['lib', 'components', 'app']
    .flatMap(sources)
    .filter(
      (file) => !file.startsWith('lib/storage/') && /indexedDB|idb-keyval/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
  expect(found).toEqual([]);
});

const MAX_MODULES = 24;
/** A style or a test belongs to the module it is named for. */
const isModule = (name: string) => /\.(tsx?|css)$/.test(name) && !/\.(test|test-support|module)\./.test(name);

function rooms(): readonly string[] {
  return ['lib', 'components', 'app'].flatMap((top) => [
    top,
    ...readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.parentPath.includes('fixtures'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ]);
}

it('limits the number of modules in a folder', () => {
  const crowded = rooms().flatMap((room) => {
    const modules = readdirSync(join(ROOT, room)).filter(isModule);
    return modules.length > MAX_MODULES ? [`${room} has ${modules.length} modules`] : [];
  });
  expect(crowded).toEqual([]);
});

it('has no import cycles between rooms, in lib and in components', () => {
  const needs = new Map<string, Set<string>>();
  const files = ['lib', 'components', 'app'].flatMap(sources).filter((file) => !file.includes('.test-support.'));
  for (const file of files) {
    const room = dirname(file);
    const needed = needs.get(room) ?? new Set();
    needs.set(room, needed);
    for (const path of imports(file)) if (dirname(path) !== room) needed.add(dirname(path));
  }
  expect(needs.size).toBeGreaterThan(80);
  const done = new Set<string>();
  const circle = (room: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of needs.get(room) ?? []) {
      const found = circle(next, [...way, room]);
      if (found !== undefined) return found;
    }
    done.add(room);
    return undefined;
  };
  for (const room of needs.keys()) expect(circle(room, [])?.join(' → ')).toBeUndefined();
});

const MAX_LINES = 5;
const sourcesToRead = ['lib', 'components'].flatMap(sources).filter((file) => !file.includes('.test-support.'));
const roomsToRead = [...new Set(sourcesToRead.map((file) => dirname(file)))];

it('has a README of at most five lines in every room: purpose, imports, where to start', () => {
  const wrong = roomsToRead.flatMap((room) => {
    const [title, ...text] = (
      readdirSync(join(ROOT, room)).includes('README.md') ? readFileSync(join(ROOT, room, 'README.md'), 'utf8') : ''
    )
      .split('\n')
      .filter((line) => line !== '');
    const start = /Start with `([^`]+)`\.$/.exec(text.at(-1) ?? '')?.[1];
    const isWhole = title?.startsWith('# ') && text.length >= 2 && text.length <= MAX_LINES;
    return isWhole && start !== undefined && readdirSync(join(ROOT, room)).includes(start) ? [] : [room];
  });
  expect(wrong).toEqual([]);
});

/** Of its own area a room names its neighbour; `the table` is what stands above all rooms of the area. */
function nameFor(path: string, room: string): string {
  const [top = '', area = '', ...rest] = dirname(path).split('/');
  if (room.startsWith(`${top}/${area}/`) || room === `${top}/${area}`) return rest.join('/') || 'the table';
  return room.startsWith(`${top}/`) ? area : `${top}/${area}`;
}

it('imports in every room exactly what its README names', () => {
  for (const room of roomsToRead) {
    const readme = readFileSync(join(ROOT, room, 'README.md'), 'utf8');
    const said = /^Imports (.*?)\.(?: Start with .*)?$/m.exec(readme)?.[1] ?? '';
    const named = [...said.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const imported = sourcesToRead
      .filter((file) => dirname(file) === room)
      .flatMap((file) => imports(file).filter((path) => dirname(path) !== room))
      .map((path) => nameFor(path, room));
    expect([room, [...new Set(named)].sort()]).toEqual([room, [...new Set(imported)].sort()]);
  }
});

describe('a layer is self-contained:', () => {
  /** Files that name a layer all the same, and why. */
  const MAY_NAME: Readonly<Record<string, string>> = {
    'lib/policies/claude-code/claude-code-variables.ts':
      'data: which settings of which layers a product has variables for',
  };
  /** In quotation marks, or the start of a path to one of its settings. */
  const ID = new RegExp(`['"\`](?:${layerIds.join('|')})['"\`.]`);
  const KEY = new RegExp(`^\\s*(?:${layerIds.join('|')}):`, 'm');
  const others = ['lib', 'components', 'app', 'scripts']
    .flatMap(sources)
    // A preset names the layers that it turns on, a lesson the one that it is about.
    .filter((file) => !/^lib\/(layers|policies\/(?:agents|presets)|agent\/lessons)\/|\.test-support\.tsx?$/.test(file));

  it('no other module names a layer', () => {
    const found = others.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^ *(?:\*|\/\*\*|\/\/).*$/gm, '');
      return ID.test(text) || KEY.test(text);
    });
    expect(found.sort()).toEqual(Object.keys(MAY_NAME).sort());
  });

  it('no other module imports from the folder of a layer', () => {
    const folders = layerIds.map((id) => `lib/layers/${id}/`);
    const found = others.filter((file) =>
      imports(file).some((path) => folders.some((folder) => path.startsWith(folder))),
    );
    expect(found).toEqual([]);
  });

  it('its folder has its name', () => {
    for (const id of layerIds) expect(readdirSync(join(ROOT, 'lib/layers', id))).toContain(`${id}.ts`);
  });
});
