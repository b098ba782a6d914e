import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, asText, type JsonObject } from '../../lib/base/json';

/**
 * The licenses of everything that may be in the bundles: of the packages that the sources import, and of all that those
 * depend on. Some are in none of them; what is in the page's scripts, Next does not say.
 */
export function notices(project: string): string {
  const packages = new Map<string, JsonObject>();
  const add = (name: string) => {
    const file = join(project, 'node_modules', name, 'package.json');
    // Types of other packages are dependencies of some.
    if (packages.has(name) || name.startsWith('@types/') || !existsSync(file)) return;
    const manifest = asObject(JSON.parse(readFileSync(file, 'utf8'))) ?? {};
    packages.set(name, manifest);
    for (const needed of Object.keys(asObject(manifest.dependencies) ?? {})) add(needed);
  };
  for (const name of importedPackages(project)) add(name);
  const texts = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, manifest]) => notice(project, name, manifest));
  return `This package contains parts of the following.\n\n${texts.join('\n')}`;
}

function notice(project: string, name: string, manifest: JsonObject): string {
  const folder = join(project, 'node_modules', name);
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[sc]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const title = `${name} ${asText(manifest.version) ?? ''} (${asText(manifest.license) ?? 'see its text'})`;
  return `${'='.repeat(80)}\n${title}\n\n${texts.join('\n\n')}\n`;
}

/** What the page, the command line and the library import, tests aside. */
function importedPackages(project: string): ReadonlySet<string> {
  const names = ['app', 'components', 'lib', 'scripts/command-line', 'scripts/library', 'scripts/rows'].flatMap(
    (folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.(?:test|test-support)\.tsx?$/.test(file))
        .flatMap((file) => importsIn(readFileSync(join(project, folder, file), 'utf8'))),
  );
  return new Set(names);
}

function importsIn(text: string): readonly string[] {
  const found = text.matchAll(
    /(?:^import |^@import |^\} |^export .*|\bimport\()(?:.*from )?'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/gm,
  );
  return [...found].flatMap(([, name]) => (name === undefined || name.startsWith('node:') ? [] : [name]));
}
