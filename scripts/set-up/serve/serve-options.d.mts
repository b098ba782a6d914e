interface Problem {
  readonly problem: string;
}
export function serveOptions(
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Problem | { readonly open: boolean; readonly port?: number; readonly problem?: never };
export function portFrom(asked: string | undefined): Problem | { readonly port?: number; readonly problem?: never };
