/** Function definitions in one of the common languages. */
export function namesDefinedIn(text: string): readonly string[] {
  const words = text.matchAll(/^[ \t]*(?:export )?(?:async )?(?:function|func|def)\s+(\w+)|^(\w+)\s*\(\)\s*\{/gm);
  return [...words].map(([, named, shell]) => named ?? shell ?? '');
}
