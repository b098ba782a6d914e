import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

// A thread starts without the command's modules, and cannot load TypeScript before this.
register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) });
await import('./figures-worker.ts');
