import { whatWasLost } from '../../scores/what-was-lost';
import type { Calibration } from '../calibrate';
import { madeUpValues } from './made-up-values';

/** [K2] The headline: values that were needed later and not shown again. */
export const valueCalibration: Calibration = {
  of: 'K2',
  boundaries: madeUpValues,
  report: ({ index, cut }) =>
    whatWasLost(index, cut)
      .misses.filter(({ shownAgain }) => shownAgain === undefined)
      .map(({ value }) => [value]),
};
