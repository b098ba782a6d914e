'use client';

import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import type { LineName, ThresholdLine } from '@/lib/series/chart/threshold-lines';
import { exactNumber } from '@/lib/series/words/format-number';
import { type LineSettings, tokensAfterKey } from '@/lib/state/policy/line-settings';
import type { PlotArea } from '../frame/plot-frame';
import styles from './line-grips.module.css';
import { LINE_HEIGHT } from './line-names';

interface LineGripsProps {
  readonly lines: readonly ThresholdLine[];
  /** Of the names, in pixels below the top of the plot. */
  readonly places: readonly number[];
  readonly settings: LineSettings;
  readonly area: PlotArea;
  /** The room for the names. */
  readonly width: number;
  onMove(line: LineName, tokens: number): void;
  onDrag(line: LineName, step: { readonly type: 'start' | 'move' | 'end'; readonly clientY: number }): void;
  onHover(line: LineName | undefined): void;
}

/** The names of the lines are what they are taken by: lines themselves may be a pixel apart. */
export const LineGrips = memo(function LineGrips(props: LineGripsProps) {
  const { lines, places, settings, area, width, onMove, onDrag, onHover } = props;
  return lines.map(({ name }, index) => {
    const setting = settings[name];
    const style = {
      left: area.width,
      top: area.top + (places[index] ?? 0) - LINE_HEIGHT / 2,
      width,
      height: LINE_HEIGHT,
    };
    const hover = { onPointerEnter: () => onHover(name), onPointerLeave: () => onHover(undefined) };
    if (setting.type === 'fixed') {
      return (
        <div
          key={name}
          className={styles.fixed}
          style={style}
          title={`This line cannot be dragged: ${setting.because}.`}
          {...hover}
        />
      );
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = tokensAfterKey(setting, event);
      if (next === undefined) return;
      // The page's keys would select another call.
      event.preventDefault();
      if (next !== setting.tokens) onMove(name, next);
    };
    const report = (type: 'start' | 'move' | 'end') => (event: PointerEvent<HTMLElement>) => {
      if (type === 'start' && event.button !== 0) return;
      if (type === 'start') event.currentTarget.setPointerCapture(event.pointerId);
      onDrag(name, { type, clientY: event.clientY });
    };
    return (
      <div
        key={name}
        role="slider"
        tabIndex={0}
        className={styles.grip}
        style={style}
        title={`Drag or press ↑ ↓: ${setting.title.toLowerCase()}`}
        aria-label={`${setting.title} line`}
        aria-orientation="vertical"
        aria-valuemin={setting.min}
        aria-valuemax={setting.max}
        aria-valuenow={setting.tokens}
        aria-valuetext={`${exactNumber(setting.tokens)} tokens, ${setting.words}`}
        onKeyDown={onKeyDown}
        onPointerDown={report('start')}
        onPointerMove={report('move')}
        onPointerUp={report('end')}
        onPointerCancel={report('end')}
        {...hover}
      />
    );
  });
});
