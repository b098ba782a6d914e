/** Gives way, so that messages which wait at the worker's door come in before the work goes on. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
