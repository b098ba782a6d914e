import { loadShell, runShell, type ShellLimits, type ShellRun } from '../../agent/tools/shell';
import { answering, type Send } from '../wire/answering';
import type { ToWorker } from '../wire/wire';

export interface ShellCommand extends ShellLimits {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
}

export type ShellRequests = {
  /** Comes before a command, so that what loads slowly is not taken for a command that is slow. */
  readonly load: { readonly request: null; readonly progress: never; readonly answer: null };
  readonly run: { readonly request: ShellCommand; readonly progress: never; readonly answer: ShellRun };
};

/** The shell without the worker around it. It hears no stop: who wants one ends the worker. */
export function createShell(send: Send<ShellRequests>): (message: ToWorker<ShellRequests>) => Promise<void> {
  return answering<ShellRequests>(send, async (question) => {
    if (question.method === 'load') {
      await loadShell();
      return null;
    }
    const { command, files, ...limits } = question.request;
    return runShell(command, files, limits);
  });
}
