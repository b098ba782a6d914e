/** Functions, as a text in one of the usual languages defines them. */
export function namesDefinedIn(text: string): readonly string[] {
  const words = text.matchAll(/^\s*(?:export )?(?:async )?(?:function|func|def)\s+(\w+)|^(\w+)\s*\(\)\s*\{/gm);
  return [...words].map(([, named, shell]) => named ?? shell ?? '');
}
