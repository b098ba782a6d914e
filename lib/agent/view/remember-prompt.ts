/** What the agent is sent for `/remember …`, in words that every model understands. */
export function rememberPrompt(text: string): string {
  return `Remember: ${text.trim()}`;
}
