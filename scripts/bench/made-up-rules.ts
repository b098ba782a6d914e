import { readdirSync, readFileSync } from 'node:fs';
import { labelledSession } from '../../lib/fidelity/calibration/rules/labelled-session';
import type { MadeUpRules } from '../../lib/fidelity/calibration/rules/rule-calibration';

const FOLDER = new URL('../../lib/fidelity/calibration/rules/made-up/', import.meta.url);

/** Files named `tuned-…` are tuned on; the others are only measured. */
export function madeUpRules(): readonly MadeUpRules[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const session = labelledSession(readFileSync(new URL(file, FOLDER), 'utf8'));
      if (!session.ok) throw new Error(`${file}: ${session.error}`);
      return { name: file, set: file.startsWith('tuned-') ? 'tune' : 'measure', session: session.value };
    });
}
