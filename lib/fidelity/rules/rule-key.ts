/** [K4] Two rules with the same key are one. */
export function ruleKey(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
