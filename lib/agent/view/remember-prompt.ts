/** [A7] What `/remember` sends: a prompt like any other, so that the main agent writes the memory. */
export function rememberPrompt(text: string): string {
  return `Remember this for later sessions, and save it in your memory: ${text}`;
}
