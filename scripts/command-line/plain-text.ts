/** A name comes from a file: it must not move the cursor of a terminal. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
