#!/usr/bin/env node
import './set-up/install/require-node.mjs';
import { existsSync } from 'node:fs';

// A clone has the sources, and runs them as they are. The package has what `npm pack` made of them.
const sources = './command-line/from-sources.mjs';
await import(existsSync(new URL(sources, import.meta.url)) ? sources : '../packed/code/main.mjs');
