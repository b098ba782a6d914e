import type { NumberSpec } from '../../layers/shape/setting';

/** [W8] The name of a usage level, from a share of the raw window on. Below the first band it is free. */
export interface Band {
  readonly name: BandName;
  readonly fromPercent: number;
}

export const bandNames = ['attention', 'warning', 'auto', 'danger'] as const;
type BandName = (typeof bandNames)[number];

export const bandSetting: NumberSpec = {
  type: 'number',
  title: 'Starts at',
  explains: 'Share of the raw window at which the band starts.',
  rule: 'W8',
  unit: 'percent',
  min: 0,
  max: 100,
  step: 0.5,
  default: 0,
};
