/** Text that Claude Code adds to what the user typed. */
export function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>');
}
