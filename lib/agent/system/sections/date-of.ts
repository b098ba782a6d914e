/** The day as the agent's shell knows it: its clock has no time zone. */
export function dateOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
