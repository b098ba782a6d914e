const WINDOW = 200_000;
const SYSTEM = 20_000;

/**
 * Every call reads a file of 10,000 tokens; the system part has 20,000. No usage is recorded beyond the window: a
 * successful request would prove a larger one [W1].
 */
export function readingSession(
  calls: number,
  more: (call: number) => readonly string[] = () => [],
  usage: (call: number) => number = (call) => 20_100 + call * 10_100,
): string {
  const lines = [`window ${WINDOW}`, 'user 100 tokens'];
  let before = 0;
  for (let call = 0; call < calls; call++) {
    lines.push(...more(call));
    const used = usage(call);
    const read = used < before ? Math.min(SYSTEM, used) : before;
    before = used;
    lines.push(`call #${call} read file-${call}.ts`);
    lines.push(
      used + 100 <= WINDOW ? `usage ${used} read ${read} written ${used - read} output 100` : '---',
      `result #${call} 10000 tokens`,
    );
  }
  return lines.join('\n');
}
