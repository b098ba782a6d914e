import type { CSSProperties } from 'react';

interface PaneSizesPx {
  readonly leftWidthPx: number;
  readonly rightWidthPx: number;
  readonly chartHeightPx: number | null;
}

/** The sizes of the panes, for `.columns`. Without a height, that of the chart depends on the window. */
export function paneStyle({ leftWidthPx, rightWidthPx, chartHeightPx }: PaneSizesPx): CSSProperties {
  return {
    '--left': `${leftWidthPx}px`,
    '--right': `${rightWidthPx}px`,
    ...(chartHeightPx === null ? {} : { '--chart': `${chartHeightPx}px` }),
  } as CSSProperties;
}
