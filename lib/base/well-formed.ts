/** Lone surrogates become U+FFFD: stores and encoders reject or silently change them. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
