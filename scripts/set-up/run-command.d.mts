export interface CommandOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly output?: 'show' | 'errors' | 'collect';
  readonly limitMs?: number;
}
export interface CommandEnd {
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
  readonly tookMs: number;
}
export function runNode(file: string, parameters: readonly string[], options?: CommandOptions): Promise<CommandEnd>;
export function runNpm(parameters: readonly string[], options?: CommandOptions): Promise<CommandEnd>;
