import { readFileSync } from 'node:fs';
import { type LabelledDialogue, labelledDialogues } from '../../lib/memory/calibration/labelled-dialogue';

const FOLDER = new URL('../../lib/memory/calibration/made-up/', import.meta.url);

/** The extraction is tuned on one part, and only measured on the other. */
export function madeUpDialogues(): Readonly<Record<'tuned' | 'measured', readonly LabelledDialogue[]>> {
  return { tuned: dialoguesIn('tuned.md'), measured: dialoguesIn('measured.md') };
}

function dialoguesIn(name: string): readonly LabelledDialogue[] {
  const dialogues = labelledDialogues(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (!dialogues.ok) throw new Error(`${name}: ${dialogues.error}`);
  return dialogues.value;
}
