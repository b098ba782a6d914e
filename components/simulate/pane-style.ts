import type { CSSProperties } from 'react';

/** The widths of the side columns, for `.columns`. */
export function paneStyle(leftPx: number, rightPx: number): CSSProperties {
  return { '--left': `${leftPx}px`, '--right': `${rightPx}px` } as CSSProperties;
}
