import type { NumberSpec } from '../../layers/shape/setting';

/** Maps values of a setting to positions on a slider, from 0 at its left end to 1 at its right. */
export interface SettingScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly isLogarithmic: boolean;
}

/** With more, a step is less than a pixel, and the small values share a few pixels at the left end. */
const MAX_EQUAL_STEPS = 500;

/** A setting in tokens ends at the window: larger values have the same effect, and can still be typed. */
export function scaleOf(spec: Pick<NumberSpec, 'min' | 'max' | 'step' | 'unit'>, windowTokens: number): SettingScale {
  const { min, step, unit } = spec;
  const max = unit === 'tokens' ? Math.min(spec.max, Math.max(windowTokens, min + step)) : spec.max;
  return { min, max, step, isLogarithmic: (max - min) / step > MAX_EQUAL_STEPS };
}

export function placeOf({ min, max, step, isLogarithmic }: SettingScale, value: number): number {
  const within = Math.min(max, Math.max(min, value)) - min;
  return isLogarithmic ? Math.log1p(within / step) / Math.log1p((max - min) / step) : within / (max - min);
}

/** In whole steps, counted from zero, so that a drag hits round numbers wherever the range starts. */
export function valueAt(scale: SettingScale, place: number): number {
  const { min, max, step, isLogarithmic } = scale;
  const within = isLogarithmic ? Math.expm1(place * Math.log1p((max - min) / step)) * step : place * (max - min);
  return inRange(scale, Math.round((min + within) / step));
}

const PAGE_STEPS = 10;

/** The value after a key press; undefined for keys that do not move a slider. */
export function valueAfterKey(
  scale: SettingScale,
  value: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | undefined {
  const steps = shiftKey ? PAGE_STEPS : 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return moved(scale, value, steps);
    case 'ArrowLeft':
    case 'ArrowDown':
      return moved(scale, value, -steps);
    case 'PageUp':
      return moved(scale, value, PAGE_STEPS);
    case 'PageDown':
      return moved(scale, value, -PAGE_STEPS);
    case 'Home':
      return scale.min;
    case 'End':
      return scale.max;
    default:
      return undefined;
  }
}

/** 0.29 is slightly less than 29 steps of 0.01. */
const ROUNDING = 1e-6;

/** From between two steps, the first step is the nearer one in that direction. */
function moved(scale: SettingScale, value: number, steps: number): number {
  const at = value / scale.step;
  const from = steps > 0 ? Math.floor(at + ROUNDING) : Math.ceil(at - ROUNDING);
  return inRange(scale, from + steps);
}

function inRange({ min, max, step }: SettingScale, steps: number): number {
  // 29 × 0.01 would otherwise be 0.29000000000000004.
  const value = Number((steps * step).toFixed(6));
  return Math.min(max, Math.max(min, value));
}
