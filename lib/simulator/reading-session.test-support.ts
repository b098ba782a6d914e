/** Every call reads a file of 10,000 tokens; the system takes 20,000. */
export function readingSession(
  calls: number,
  more: (call: number) => readonly string[] = () => [],
  usage: (call: number) => number = (call) => 20_100 + call * 10_100,
): string {
  const lines = ['window 200000', 'user 100 tokens'];
  for (let call = 0; call < calls; call++) {
    lines.push(...more(call));
    lines.push(`call #${call} read file-${call}.ts`, `usage ${usage(call)} output 100`, `result #${call} 10000 tokens`);
  }
  return lines.join('\n');
}
