#!/usr/bin/env node
import './set-up/install/require-node.mjs';
import { existsSync } from 'node:fs';
import module from 'node:module';

// A clone has the sources, and runs them as they are. The package has what `npm pack` made of them.
const sources = './command-line/from-sources.mjs';
if (existsSync(new URL(sources, import.meta.url))) {
  await import(sources);
} else {
  // From Node 22.1 on, the engine need not be compiled again: a quarter less of the time to start.
  module.enableCompileCache?.();
  await import('../packed/code/main.mjs');
}
