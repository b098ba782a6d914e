import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectFolder } from './set-up/project.mjs';

/** Writes the current imports of every room into its README. A new import shows up in the diff, where it can be reviewed. */
const IMPORTED = /(?:from|import\(|new URL\()\s*'(\.{1,2}\/[^']+|@\/[^']+)'/g;

for (const top of ['lib', 'components']) {
  const files = readdirSync(join(projectFolder, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test(-support)?\.tsx?$/.test(name))
    .map((name) => join(top, name));
  for (const room of new Set(files.map((file) => dirname(file)))) {
    writeImports(
      room,
      files.filter((file) => dirname(file) === room),
    );
  }
}

function writeImports(room, files) {
  const [top, area] = room.split('/');
  const neighbours = new Set();
  const others = new Set();
  for (const room2 of files.flatMap(imports)) {
    if (room2 === room) continue;
    const [itsTop, itsArea, ...rest] = room2.split('/');
    if (itsTop === top && itsArea === area) neighbours.add(rest.join('/') || 'the table');
    else others.add(itsTop === top ? itsArea : `${itsTop}/${itsArea}`);
  }
  const listed = (names) =>
    [...names]
      .sort()
      .map((name) => `\`${name}\``)
      .join(', ');
  const parts = [
    ...(neighbours.size > 0 ? [`its neighbours ${listed(neighbours)}`] : []),
    ...(others.size > 0 ? [listed(others)] : []),
  ];
  const path = join(projectFolder, room, 'README.md');
  const before = readFileSync(path, 'utf8');
  const says = `Imports ${parts.join('; ') || 'nothing of ours'}.`;
  const after = before.replace(/^Imports .*?\.(?= Start with |$)/m, () => says);
  if (after === before) return;
  writeFileSync(path, after);
  console.log(`${room}: ${says}`);
}

function imports(file) {
  const text = readFileSync(join(projectFolder, file), 'utf8');
  return [...text.matchAll(IMPORTED)].map(([, path]) =>
    dirname(path.startsWith('@/') ? path.slice(2) : relative(projectFolder, join(projectFolder, dirname(file), path))),
  );
}
