import './set-up/require-node.mjs';
import { serveCommand } from './set-up/serve-command.mjs';

process.exitCode = await serveCommand('start');
