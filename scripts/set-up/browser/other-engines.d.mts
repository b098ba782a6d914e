export interface WebKitPrograms {
  readonly driver: string;
  /** A display without a screen; undefined where only the user's own is there. */
  readonly display?: string;
}

export function firefoxProgram(): string | undefined;
export function webKitPrograms(): WebKitPrograms | undefined;
