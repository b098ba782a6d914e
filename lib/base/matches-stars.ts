/**
 * `*` is any text, and `one`, if given, any one character. After a mismatch only the last star is tried again: many stars
 * must not take forever.
 */
export function matchesStars(pattern: string, text: string, one?: string): boolean {
  let inPattern = 0;
  let star = -1;
  let starAt = 0;
  for (let at = 0; at < text.length; ) {
    const wanted = pattern.charAt(inPattern);
    if (wanted === '*') {
      star = inPattern;
      starAt = at;
      inPattern += 1;
    } else if (inPattern < pattern.length && (wanted === one || wanted === text.charAt(at))) {
      inPattern += 1;
      at += 1;
    } else if (star !== -1) {
      starAt += 1;
      at = starAt;
      inPattern = star + 1;
    } else return false;
  }
  while (pattern.charAt(inPattern) === '*') inPattern += 1;
  return inPattern === pattern.length;
}
