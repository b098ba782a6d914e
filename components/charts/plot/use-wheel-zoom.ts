'use client';

import { type RefObject, useEffect, useRef } from 'react';
import { shiftedRange, zoomedRange } from '@/lib/series/chart/call-range';
import type { ChangeRange } from './use-zoom';

/** A notch of a wheel zooms by half as much again; a touchpad sends many small steps. */
const MAX_STEP = 50;
const ZOOM_PER_PIXEL = 0.01;
const PIXELS_PER_LINE = 16;

interface WheelZoomParts {
  readonly isZoomed: boolean;
  readonly changeRange: ChangeRange;
}

/**
 * With Ctrl or ⌘ the wheel zooms around the pointer, and so does a pinch on a touchpad, which browsers report as that.
 * Sideways it pans. Otherwise the page scrolls: a chart must not catch a reader who is on the way past it.
 */
export function useWheelZoom(area: RefObject<HTMLElement | null>, parts: WheelZoomParts): void {
  const latest = useRef(parts);

  useEffect(() => {
    latest.current = parts;
  });

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      const { isZoomed, changeRange } = latest.current;
      const { left, width } = element.getBoundingClientRect();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : PIXELS_PER_LINE;
      // Browsers differ in whether Shift already turns the wheel sideways.
      const isTurned = event.shiftKey && event.deltaX === 0;
      const sideways = (isTurned ? event.deltaY : event.deltaX) * unit;
      const down = isTurned ? 0 : event.deltaY * unit;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, down));
        const share = (event.clientX - left) / Math.max(1, width);
        changeRange((range, calls) =>
          zoomedRange(range, 2 ** (step * ZOOM_PER_PIXEL), range.from + share * (range.to - range.from), calls),
        );
      } else if (isZoomed && Math.abs(sideways) > Math.abs(down)) {
        event.preventDefault();
        changeRange((range, calls) =>
          shiftedRange(range, (sideways / Math.max(1, width)) * (range.to - range.from), calls),
        );
      }
    };
    // React would listen passively, and the browser would zoom the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area]);
}
