import { loadShell, runShell, type ShellLimits, type ShellRun } from '../../agent/tools/shell';
import { answering, type Send } from '../wire/answering';
import type { ToWorker } from '../wire/wire';

export interface ShellCommand extends ShellLimits {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
}

export type ShellRequests = {
  /** Sent before a command, so that slow loading does not count as a slow command. */
  readonly load: { readonly request: null; readonly progress: never; readonly answer: null };
  readonly run: { readonly request: ShellCommand; readonly progress: never; readonly answer: ShellRun };
};

/** The shell without its worker. It cannot be stopped, only terminated with the worker. */
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
