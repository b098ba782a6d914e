import { builtInCalibration } from '../../tokens/calibrated';

/** An estimate for uncounted text. */
export function textTokens(text: string): number {
  return Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
}
