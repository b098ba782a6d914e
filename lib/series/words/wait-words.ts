import { exactNumber } from './format-number';

/** The remaining time, in whole seconds for short waits. */
export function waitWords(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${exactNumber(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
