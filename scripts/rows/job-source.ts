import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ByteSource } from '../../lib/reading/byte-source';
import { whyUnreadable } from '../command-line/files-on-disk';
import type { JobFile } from './row-job';
import { isOnServer, serverFile } from './server-file';

/** A file of a job. What is read is hashed on its way. */
export class JobSource implements ByteSource {
  readonly name: string;
  readonly size: number;
  /** The file could not be opened, or ended in an error: on another machine, or later, it may be readable. */
  isUnread = false;
  private digest: string | undefined;

  constructor(
    private readonly file: JobFile,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.name = file.file;
    this.size = file.bytes;
  }

  stream(): ReadableStream<Uint8Array> {
    const hash = createHash('sha256');
    const opened = opener(this.file.address, this.signal);
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            reader ??= (await opened()).getReader();
            const { done, value } = await reader.read();
            if (!done) {
              hash.update(value);
              controller.enqueue(value);
              return;
            }
          } catch (error) {
            this.isUnread = true;
            throw error;
          }
          this.digest = hash.digest('hex');
          controller.close();
        },
        cancel: (reason) => reader?.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** Of all its bytes; of a file that nobody can read there are none, so it is known by where it should be. */
  async hash(): Promise<string> {
    if (this.digest === undefined && !this.isUnread) await this.readAll();
    return this.digest ?? `unread ${this.name}`;
  }

  private async readAll(): Promise<void> {
    const reader = this.stream().getReader();
    try {
      while (!(await reader.read()).done);
    } catch {
      // `isUnread` says so.
    }
  }
}

/** Nothing is opened before it is read. */
function opener(address: string, signal: AbortSignal | undefined): () => Promise<ReadableStream<Uint8Array>> {
  return isOnServer(address) ? () => serverFile(address, signal) : async () => onDisk(address);
}

const CHUNK_BYTES = 1 << 20;
/** After so many, signals and messages of other threads are heard. */
const CHUNKS_AT_ONCE = 16;

/** Read in the thread that parses: one that waits for another thread again and again gives its core away. */
function onDisk(path: string): ReadableStream<Uint8Array> {
  const why = whyUnreadable(path);
  if (why !== undefined) throw new Error(why);
  const file = openSync(path, 'r');
  let chunks = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (chunks % CHUNKS_AT_ONCE === 0) await setImmediate();
        chunks += 1;
        try {
          const bytes = new Uint8Array(CHUNK_BYTES);
          const length = readSync(file, bytes);
          if (length > 0) {
            controller.enqueue(bytes.subarray(0, length));
            return;
          }
        } catch (error) {
          closeSync(file);
          throw error;
        }
        closeSync(file);
        controller.close();
      },
      cancel: () => closeSync(file),
    },
    { highWaterMark: 0 },
  );
}
