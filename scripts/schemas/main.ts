import { writeFileSync } from 'node:fs';
import { rowsJsonSchema } from './rows-json-schema';

writeFileSync('docs/rows.schema.json', `${JSON.stringify(rowsJsonSchema(), null, 2)}\n`);
