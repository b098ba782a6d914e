import { builtInCalibration } from '../../tokens/calibrated';

/** Of a text that nobody has counted, about. */
export function textTokens(text: string): number {
  return Math.round(builtInCalibration.partTokens({ kind: 'text', text }));
}
