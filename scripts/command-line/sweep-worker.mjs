import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// A thread begins without what the command has loaded, and cannot read TypeScript before this.
register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./sweep-worker.ts');
