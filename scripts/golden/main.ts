import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importFiles } from '../../lib/importers/import-files';
import { policies } from '../../lib/policies/index';
import type { ReplayMode } from '../../lib/simulator/pipeline/replay-mode';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { assumed } from '../../lib/summarizers/assumed';
import type { Transcript } from '../../lib/transcript/transcript';
import { filesToImport } from '../command-line/file-source';

/**
 * Every preset over every sample and recording, free and following, as a hash of all its numbers and decisions. Save it
 * before a change and compare after it to see which replays the change affects, and by how much.
 *
 *   npm run golden -- --save /tmp/before.txt
 *   npm run golden -- --against /tmp/before.txt
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'string' }, against: { type: 'string' } },
});

const samples = fileURLToPath(new URL('../../public/samples', import.meta.url));
const shared =
  process.env.HIGHWATER_TRANSCRIPTS ?? fileURLToPath(new URL('../../../shared/transcripts', import.meta.url));
const folders = positionals.length > 0 ? positionals : [samples, ...(existsSync(shared) ? [shared] : [])];

const lines: string[] = [];
for await (const imported of importFiles(await filesToImport(folders))) {
  if (imported.type !== 'imported') continue;
  imported.file.transcripts.forEach((transcript, index) => {
    lines.push(...linesOf(`${basename(imported.path)}#${index}`, transcript));
  });
}

if (values.save !== undefined) {
  writeFileSync(values.save, `${lines.join('\n')}\n`);
  console.log(`${lines.length} replays saved`);
} else if (values.against !== undefined) {
  compare(readFileSync(values.against, 'utf8').trim().split('\n'), lines);
} else {
  console.log(lines.join('\n'));
}

function linesOf(name: string, transcript: Transcript): string[] {
  const material = replayMaterial(transcript);
  const own = policies.flatMap((policy) =>
    (['free', 'following'] satisfies ReplayMode[]).map((mode) => {
      const simulation = replay(material, policy, assumed(), { mode });
      return `${name} ${policy.id} ${mode}\t${hashOf(simulation)}\t${inWords(simulation)}`;
    }),
  );
  return [...own, ...transcript.children.flatMap((child, index) => linesOf(`${name}/${index}`, child))];
}

function hashOf(simulation: Simulation): string {
  const hash = createHash('sha256');
  hash.update(
    JSON.stringify(simulation, (_, value) => (value instanceof Float64Array ? [...value].map(String) : value)),
  );
  return hash.digest('hex').slice(0, 16);
}

function inWords({ totals, compactions, deadAt, blockedAt, thrash }: Simulation): string {
  const { cost, sent, cacheRead, cacheWrite, uncached, output } = totals;
  const dollars = cost.unknown > 0 ? 'unknown' : cost.dollars.toFixed(4);
  const end = [
    deadAt === undefined ? '' : ` dead ${deadAt}`,
    blockedAt === undefined ? '' : ` blocked ${blockedAt}`,
    thrash === undefined ? '' : ` thrash ${thrash.call}`,
  ].join('');
  return `$${dollars} sent ${sent} = ${cacheRead} + ${cacheWrite} + ${uncached}, out ${output}, compacted ${compactions.map(({ call }) => call).join(' ') || 'never'}${end}`;
}

function compare(before: readonly string[], after: readonly string[]): void {
  const known = new Map(before.map((line) => [nameOf(line), line]));
  const changed = after.filter((line) => known.get(nameOf(line)) !== line);
  for (const line of changed) {
    const [name, , words] = line.split('\t');
    console.log(`${name}\n  - ${known.get(nameOf(line))?.split('\t')[2] ?? 'new'}\n  + ${words}`);
  }
  const names = new Set(after.map(nameOf));
  const gone = before.filter((line) => !names.has(nameOf(line)));
  console.log(
    `${after.length} replays: ${after.length - changed.length} as before, ${changed.length} changed, ${gone.length} gone`,
  );
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf('\t'));
}
