/** What the agent is sent for `/remember …`, in words that every model understands. */
export function rememberPrompt(text: string): string {
  return `Remember: ${text.trim()}`;
}

/** What the agent is sent for `/memory`, if it should answer itself. */
export const MEMORY_PROMPT = 'What do you remember?';
