import { whatWasLost } from '../../scores/what-was-lost';
import { plainName } from '../../values/file-names';
import type { Calibration } from '../calibrate';
import { madeUpValues } from './made-up-values';
import { recordedValues } from './recorded-values';

/** [K2] The headline: values that were needed later and not shown again. */
export const valueCalibration: Calibration = {
  of: 'K2',
  boundaries: [...madeUpValues, ...recordedValues],
  report: ({ index, cut }) =>
    whatWasLost(index, cut).misses.map(({ value }) =>
      [value, ...(index.value(value)?.names ?? [])].flatMap((name) => [name, plainName(name)]),
    ),
};
