import { readFileSync } from 'node:fs';
import { parseJson } from '../../../lib/base/json';
import { sessionFilesIn } from '../../command-line/bills/session-files';

/** The least that any reader does. */
let values = 0;
for (const path of sessionFilesIn(process.argv[2] ?? '.').files) {
  for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '' && parseJson(line).ok) values += 1;
}
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ ms: performance.now(), cpuMs: (user + system) / 1000, values }));
