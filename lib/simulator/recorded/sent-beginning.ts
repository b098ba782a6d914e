import { TextHash } from '../../base/hash';
import type { SentBeginningFacts } from '../../economics/prompt-cache';
import { systemWeightOf } from '../../tokens/anchored';
import type { Calibration } from '../../tokens/calibrated';
import type { Part, Transcript } from '../../transcript/transcript';

type RecordedBeginning = Pick<Transcript, 'system' | 'tools' | 'staticParts'>;

/** [Y2] What precedes the messages, if it is known where its static part ends. */
export function sentBeginningOf(
  { system, tools, staticParts = 0 }: RecordedBeginning,
  calibration: Calibration,
): SentBeginningFacts {
  const fixed = system.slice(0, staticParts);
  const staticTokens = fixed.length === 0 ? 0 : systemWeightOf({ system: fixed, tools }, calibration);
  // Names of their bytes, and shorter than they are. The second goes on where the first ends.
  const hash = new TextHash();
  for (const { schemaText } of tools) hash.add(schemaText).add('\0');
  addParts(hash, fixed);
  const staticPart = hash.digest();
  addParts(hash, system.slice(staticParts));
  return { staticTokens, staticPart, whole: hash.digest() };
}

/** [Y2] Only our own recordings tell where the static part ends. */
export class SentBeginnings {
  private readonly first: SentBeginningFacts | undefined;
  private readonly changes: readonly { readonly from: number; readonly sent: SentBeginningFacts | undefined }[];
  private readonly changesBeforeWork: SentBeginnings['changes'];

  constructor({ system, tools, staticParts, systemChanges = [] }: Transcript, calibration: Calibration) {
    const of = (sent: RecordedBeginning) =>
      sent.staticParts === undefined ? undefined : sentBeginningOf(sent, calibration);
    this.first = of({ system, tools, staticParts });
    this.changes = systemChanges.map((change) => ({ from: change.from, sent: of({ tools, ...change }) }));
    // [Y3] What comes about by a layer's work is sent with the call, and not with what the layer asks.
    this.changesBeforeWork = this.changes.map((change, index) =>
      systemChanges[index]?.isAfterWork === true ? { ...change, from: change.from + 1 } : change,
    );
  }

  /** `isPrepared`: its layers have worked. */
  at(call: number, isPrepared: boolean): SentBeginningFacts | undefined {
    const changes = isPrepared ? this.changes : this.changesBeforeWork;
    const last = changes.findLast(({ from }) => from <= call);
    return last === undefined ? this.first : last.sent;
  }
}

function addParts(hash: TextHash, parts: readonly Part[]): void {
  for (const part of parts) hash.add(part.kind === 'text' ? part.text : '').add('\0');
}
