/** Text that Claude Code adds to what the user typed. */
export function isReminder(text: string): boolean {
  return text.startsWith('<system-reminder>');
}

/** The summary with which Claude Code continues after a compaction. */
export function isContinuationSummary(text: string): boolean {
  return text.startsWith('This session is being continued from a previous conversation');
}
