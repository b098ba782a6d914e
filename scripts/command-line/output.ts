import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fromWhereTheUserIs } from './file-source';

/** Where a command writes its result: without a file, what it was started with. */
export interface Output {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Throws if the file cannot be created. */
export async function openOutput(path: string | undefined): Promise<Output> {
  if (path === undefined) return { write: (text) => writeTo(process.stdout, text), end: async () => {} };
  const file = createWriteStream(fromWhereTheUserIs(path));
  await once(file, 'open');
  return {
    write: (text) => writeTo(file, text),
    async end() {
      file.end();
      await finished(file);
    },
  };
}

/** Waits while whoever reads it is slower: a result may be larger than the memory. */
async function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** In the words of the user: Node's own message contains the whole path. */
export function couldNotWrite(path: string): string {
  return `Could not write "${path}". Check that its folder exists and that you may write there.`;
}
