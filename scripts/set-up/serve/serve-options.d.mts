export function serveOptions(
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly problem: string } | { readonly open: boolean; readonly port?: number; readonly problem?: never };
