import './set-up/install/require-node.mjs';
import { serveCommand } from './set-up/serve/serve-command.mjs';

process.exitCode = await serveCommand('dev');
