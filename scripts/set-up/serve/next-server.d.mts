import type { ChildProcess } from 'node:child_process';

export interface NextServer {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<string>;
}
export function startNextServer(folder: string, mode: 'start' | 'dev', port: number): NextServer;
export function stopNextServer(server: NextServer): Promise<void>;
export function firstAnswer(server: NextServer, limitMs: number): Promise<{ status?: number; ended?: string }>;
