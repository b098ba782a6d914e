import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fromWhereTheUserIs } from './file-source';
import { plainLines } from './terminal';

/** Where a command writes its result: without a file, what it was started with. */
export interface Output {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** What is for a program stays as it is on stdout, too. All of it throws if there is no such file, or no space. */
export async function openOutput(path: string | undefined, isForPrograms: boolean): Promise<Output> {
  if (path === undefined) {
    return { write: (text) => writeTo(process.stdout, isForPrograms ? text : plainLines(text)), end: async () => {} };
  }
  const file = await open(fromWhereTheUserIs(path), 'w');
  return {
    async write(text) {
      await file.writeFile(text);
    },
    end: () => file.close(),
  };
}

/** Waits while whoever reads it is slower: a result may be larger than the memory. */
async function writeTo(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** In the words of the user: Node's own message contains the whole path. */
export function couldNotWrite(path: string): string {
  return `Could not write "${path}". Check that its folder exists, that you may write there, and that there is space.`;
}
