import type { CSSProperties } from 'react';

/** The widths of the side columns, for `.columns`. */
export function columnStyle(leftPx: number, rightPx: number): CSSProperties {
  return { '--left': `${leftPx}px`, '--right': `${rightPx}px` } as CSSProperties;
}
