import { writeFileSync } from 'node:fs';
import { SAMPLES_FOLDER, sampleFiles } from './sample-files';

for (const { name, text } of await sampleFiles()) {
  writeFileSync(new URL(name, SAMPLES_FOLDER), text);
  console.log(`Wrote public/samples/${name} (${Buffer.byteLength(text)} bytes)`);
}
