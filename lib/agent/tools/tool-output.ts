import type { ToolOutput } from './tool';

export const MAX_CHARACTERS = 200_000;

export const STOPPED: ToolOutput = { text: 'Stopped by the user.', isError: true };

export function done(text: string): ToolOutput {
  return { text: bounded(text), isError: false };
}

/** An error, in words for the model. */
export function refused(text: string): ToolOutput {
  return { text: bounded(text), isError: true };
}

/** Without this limit, one command could print more than any context, page or store can take. */
function bounded(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const shown = text.slice(0, MAX_CHARACTERS).toWellFormed();
  return `${shown}\n[truncated: the first ${MAX_CHARACTERS.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters]`;
}
