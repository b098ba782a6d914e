import { mkdirSync, writeFileSync } from 'node:fs';
import { sampleFiles } from './sample-files';

const folder = new URL('../../public/samples/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { name, text } of await sampleFiles()) {
  writeFileSync(new URL(name, folder), text);
  console.log(`Wrote public/samples/${name} (${Buffer.byteLength(text)} bytes)`);
}
