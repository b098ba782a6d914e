import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CorpusPlan, madeUpCorpus } from './made-up-corpus';

const CHUNK = 1 << 20;

interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** File by file and piece by piece, so that a corpus of any size takes no memory. */
export function writeCorpus(folder: string, plan: CorpusPlan, onFile: () => void = () => {}): Written {
  let files = 0;
  let bytes = 0;
  for (const { path, lines } of madeUpCorpus(plan)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    const file = openSync(target, 'w');
    try {
      let piece = '';
      for (const line of lines()) {
        piece += `${line}\n`;
        if (piece.length < CHUNK) continue;
        bytes += writeSync(file, piece);
        piece = '';
      }
      bytes += writeSync(file, piece);
    } finally {
      closeSync(file);
    }
    files += 1;
    onFile();
  }
  return { files, bytes };
}
