import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const LONGEST_START_MS = 60_000;
const LONGEST_END_MS = 5_000;

/** A program that runs beside the tests, with what it prints. */
export class StartedProgram {
  private printed = '';
  private failed: Error | undefined;
  private readonly child: ChildProcess;

  constructor(
    private readonly path: string,
    parameters: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.child = spawn(path, parameters, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const note = (piece: unknown) => {
      this.printed += String(piece);
    };
    this.child.stdout?.on('data', note);
    this.child.stderr?.on('data', note);
    this.child.on('error', (error) => {
      this.failed = error;
    });
  }

  /** Looks again and again until there is an answer: at what was printed, or elsewhere. */
  async isReady<Answer>(look: (printed: string) => Promise<Answer | undefined> | Answer | undefined): Promise<Answer> {
    const lateMs = Date.now() + LONGEST_START_MS;
    for (;;) {
      const answer = await look(this.printed);
      if (answer !== undefined) return answer;
      if (this.hasEnded())
        throw new Error(`${this.path} ended before it could be used. ${this.failed?.message ?? ''}\n${this.printed}`);
      if (Date.now() > lateMs)
        throw new Error(`${this.path} was not ready within ${LONGEST_START_MS / 1_000} s.\n${this.printed}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Asks it to end, and kills it if it does not. */
  async end(ask: () => void = () => this.child.kill()): Promise<void> {
    if (this.hasEnded()) return;
    const ended = once(this.child, 'exit');
    ask();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), LONGEST_END_MS);
    await ended;
    clearTimeout(timer);
  }

  private hasEnded(): boolean {
    return this.failed !== undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
