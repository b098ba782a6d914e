import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../lib/base/json';
import { listOf, object, type Parsed, parseBy, text } from '../../lib/base/schema';
import { type FileRow, fileRowSchema } from './row-job';

/** With rows, what a job came to; without, that it was begun, or that no job is under way. */
const lineSchema = object({ job: v.nullable(text), rows: v.exactOptional(listOf(fileRowSchema)) });

type Line = Parsed<typeof lineSchema>;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * The rows that are known, a line for each job. They are on disk and not in memory, so that there may be any number of
 * them; a run that was killed finds its own again.
 */
export class RunFile {
  private readonly file: number;
  private end = 0;
  /** Where the line of each job begins, and its length, by the place of the job. */
  private readonly begins: Float64Array;
  private readonly lengths: Uint32Array;
  private known = 0;
  /** How often the process ended while it computed a job, by the place of the job. */
  private readonly ended = new Map<number, number>();

  private constructor(
    readonly path: string,
    private readonly keys: readonly string[],
    private readonly isOwn: boolean,
  ) {
    this.file = openSync(path, 'a+', 0o600);
    this.begins = new Float64Array(keys.length);
    this.lengths = new Uint32Array(keys.length);
    if (fstatSync(this.file).size > 0) this.readAgain();
  }

  /** Of two commands with the same question, the second has a file of its own. */
  static open(path: string, keys: readonly string[]): RunFile {
    mkdirSync(dirname(path), { recursive: true });
    return takeLock(path) ? new RunFile(path, keys, true) : new RunFile(`${path}.${process.pid}`, keys, false);
  }

  get jobsDone(): number {
    return this.known;
  }

  has(place: number): boolean {
    return this.lengths[place] !== 0;
  }

  /** How often the process ended while it computed the job, by what it may be the cause of. */
  timesEnded(place: number): number {
    return this.ended.get(place) ?? 0;
  }

  /** Noted before a job is computed by this process: it may end both. */
  begin(place: number): void {
    this.write({ job: this.keys[place] ?? null });
  }

  /** Once for each job: what is computed twice is the same. */
  add(place: number, rows: readonly FileRow[]): boolean {
    const key = this.keys[place];
    if (key === undefined || this.has(place)) return false;
    const begins = this.end;
    this.note(place, begins, this.write({ job: key, rows }));
    return true;
  }

  /** Job by job, those that are not known left out. */
  *rows(): Generator<FileRow> {
    for (const place of this.keys.keys()) {
      const length = this.lengths[place] ?? 0;
      if (length === 0) continue;
      const buffer = Buffer.alloc(length);
      readSync(this.file, buffer, 0, length, this.begins[place] ?? 0);
      const line = lineOf(buffer);
      if (line?.rows !== undefined) yield* line.rows;
    }
  }

  /** A run that has an end needs nothing to go on from. */
  close({ isKept }: { readonly isKept: boolean }): void {
    // What was under way was not the reason.
    if (isKept) this.write({ job: null });
    closeSync(this.file);
    if (!isKept || !this.isOwn) rmSync(this.path, { force: true });
    if (this.isOwn) rmSync(`${this.path}.lock`, { force: true });
  }

  private write(line: Line): number {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    writeSync(this.file, bytes);
    this.end += bytes.length;
    return bytes.length;
  }

  private note(place: number, begins: number, length: number): void {
    this.begins[place] = begins;
    this.lengths[place] = length;
    this.known += 1;
    this.ended.delete(place);
  }

  /** The line that a killed run did not finish is cut off, and what cannot be read is computed again. */
  private readAgain(): void {
    const places = new Map(this.keys.map((key, place) => [key, place]));
    let rest = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const read = readSync(this.file, chunk, 0, CHUNK_BYTES, at);
      if (read === 0) break;
      at += read;
      rest = Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (let to = rest.indexOf(NEWLINE); to >= 0; to = rest.indexOf(NEWLINE, from)) {
        const line = rest.subarray(from, to + 1);
        this.readLine(line, places);
        from = to + 1;
      }
      rest = rest.subarray(from);
    }
    ftruncateSync(this.file, this.end);
  }

  private readLine(bytes: Buffer, places: ReadonlyMap<string, number>): void {
    const begins = this.end;
    this.end += bytes.length;
    const line = lineOf(bytes);
    const place = places.get(line?.job ?? '');
    if (line?.job === null) this.ended.clear();
    if (place === undefined || this.has(place)) return;
    if (line?.rows === undefined) this.ended.set(place, this.timesEnded(place) + 1);
    else this.note(place, begins, bytes.length);
  }
}

function lineOf(bytes: Buffer): Line | undefined {
  const json = parseJson(bytes.toString());
  const line = json.ok ? parseBy(lineSchema, json.value) : json;
  return line.ok ? line.value : undefined;
}

/** A lock of a process that no longer exists is taken over. */
function takeLock(path: string): boolean {
  const lock = `${path}.lock`;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (!isAbout(error, 'EEXIST')) throw error;
    }
    const owner = ownerOf(lock);
    if (owner !== undefined && isRunning(owner)) return false;
    rmSync(lock, { force: true });
  }
}

function ownerOf(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(owner) && owner > 0 && owner !== process.pid ? owner : undefined;
  } catch {
    // It was removed in the meantime.
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isAbout(error, 'EPERM');
  }
}

function isAbout(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
