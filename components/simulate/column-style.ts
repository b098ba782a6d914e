import type { CSSProperties } from 'react';

/** The widths of the columns at the sides, for `.columns`. */
export function columnStyle(leftPx: number, rightPx: number): CSSProperties {
  return { '--left': `${leftPx}px`, '--right': `${rightPx}px` } as CSSProperties;
}
