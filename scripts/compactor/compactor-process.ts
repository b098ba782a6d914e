import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../lib/base/result';
import { endWithUs, noLongerOurs } from './ended-with-us';

export interface ProcessLimits {
  /** For one answer. */
  readonly timeoutMs: number;
  /** Of one answer. More is not kept, whatever is printed. */
  readonly longestBytes: number;
}

export const usualLimits: ProcessLimits = { timeoutMs: 120_000, longestBytes: 32 * 1024 * 1024 };

/** Of what it says on stderr, for the reason of a fault. */
const KEPT_OF_STDERR = 2_000;
/** Its output may arrive a little after its end. */
const LATE_OUTPUT_MS = 200;
const NEWLINE = 10;

/**
 * A process that answers each line with one line. A fault ends it with all that it has started, and the next question starts
 * it again: what it may still print is never taken for the answer to another question.
 */
export class CompactorProcess {
  starts = 0;
  sentBytes = 0;
  receivedBytes = 0;
  private child: ChildProcessWithoutNullStreams | undefined;
  private settle: ((answer: Result<string>) => void) | undefined;
  private chunks: Buffer[] = [];
  private size = 0;
  /** On stderr. */
  lastWords = '';
  private unasked: string | undefined;
  /** It is meant to end. */
  private isStopping = false;

  constructor(
    private readonly command: string,
    private readonly folder: string,
    private readonly limits: ProcessLimits = usualLimits,
  ) {}

  /** Whether the next line goes to a process that knows none of those before. */
  get isNew(): boolean {
    return this.child === undefined;
  }

  /** A line without its end. The failure is why there is no answer. */
  ask(line: string): Promise<Result<string>> {
    const { unasked } = this;
    this.unasked = undefined;
    if (unasked !== undefined) return Promise.resolve(fail(unasked));
    this.child ??= this.start();
    const { child, limits } = this;
    return new Promise((resolve) => {
      const seconds = limits.timeoutMs / 1_000;
      const timer = setTimeout(() => this.fault(`no answer within ${seconds} s`), limits.timeoutMs);
      this.settle = (answer) => {
        clearTimeout(timer);
        this.settle = undefined;
        resolve(answer);
      };
      this.sentBytes += Buffer.byteLength(line) + 1;
      child.stdin.write(`${line}\n`);
    });
  }

  /** Lets it end by itself, for a moment. Returns a fault that came after the last answer. */
  async stop(graceMs = 300): Promise<string | undefined> {
    const { child } = this;
    if (child === undefined) return this.unasked;
    this.isStopping = true;
    // Not `exit`: what it printed last may come after that.
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.stdin.end();
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      ended,
      new Promise((resolve) => {
        timer = setTimeout(resolve, graceMs);
      }),
    ]);
    clearTimeout(timer);
    this.isStopping = false;
    this.end();
    return this.unasked;
  }

  private start(): ChildProcessWithoutNullStreams {
    this.starts += 1;
    this.chunks = [];
    this.size = 0;
    this.lastWords = '';
    // In a group of its own, so that what the shell starts ends with it.
    const child = spawn(this.command, { shell: true, cwd: this.folder, detached: process.platform !== 'win32' });
    endWithUs(child);
    child.stdout.on('data', (chunk: Buffer) => this.take(child, chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.lastWords = `${this.lastWords}${chunk.toString()}`.slice(-KEPT_OF_STDERR);
    });
    // It closed its input: that it ends, or does not answer, is noticed anyway.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => this.endedBy(child, `it could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      const how = code === null ? `signal ${signal ?? 'unknown'}` : `exit code ${code}`;
      child.once('close', () => this.endedBy(child, `it ended with ${how}`));
      setTimeout(() => this.endedBy(child, `it ended with ${how}`), LATE_OUTPUT_MS).unref();
    });
    return child;
  }

  private take(child: ChildProcessWithoutNullStreams, chunk: Buffer): void {
    // Of a process that was given up.
    if (child !== this.child) return;
    this.receivedBytes += chunk.length;
    const end = chunk.indexOf(NEWLINE);
    if (end === -1 ? this.size + chunk.length > this.limits.longestBytes : this.size + end > this.limits.longestBytes) {
      this.fault(
        `it printed more than ${this.limits.longestBytes.toLocaleString('en-US')} bytes without an end of the line`,
      );
      return;
    }
    if (end === -1) {
      this.chunks.push(chunk);
      this.size += chunk.length;
      if (this.settle === undefined && chunk.toString().trim() !== '') this.fault('it printed without being asked');
      return;
    }
    const line = Buffer.concat([...this.chunks, chunk.subarray(0, end)]).toString();
    const rest = chunk.subarray(end + 1);
    this.chunks = [];
    this.size = 0;
    if (this.settle === undefined) {
      if (line.trim() !== '') this.fault('it printed without being asked');
      else if (rest.length > 0) this.take(child, rest);
      return;
    }
    if (rest.toString('utf8', 0, 4_096).trim() !== '') {
      this.fault('it printed more than one line for one question; what it logs belongs on stderr');
      return;
    }
    this.settle(ok(line));
  }

  private endedBy(child: ChildProcessWithoutNullStreams, what: string): void {
    if (child !== this.child || this.isStopping) return;
    const lines = this.lastWords.trim().split('\n');
    // What Node and Python print last is not the error.
    const last =
      lines.findLast((line) => /(?:Error|Exception)\b.{0,300}:/.test(line.slice(0, 2_000))) ?? lines.at(-1) ?? '';
    this.fault(last === '' ? what : `${what}: ${last.slice(0, 300)}`);
  }

  private fault(what: string): void {
    this.end();
    if (this.settle !== undefined) this.settle(fail(what));
    else this.unasked = what;
  }

  /** With everything that it started. The next question starts it again. */
  end(): void {
    const { child } = this;
    if (child === undefined) return;
    this.child = undefined;
    this.chunks = [];
    this.size = 0;
    noLongerOurs(child);
    child.stdin.destroy();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
