import type { Failure } from '../../lib/base/failure';
import type { RowPolicy } from '../../lib/rows/row-policy';
import { type AnsweredOutside, type OutsideReplay, type RowRequest, rowTranscripts } from '../../lib/rows/rows-of';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { summarizerFor } from '../../lib/simulator/replay/replies';
import type { Transcript } from '../../lib/transcript/transcript';
import { replayWithCompactor } from './replay-with-compactor';

/**
 * Asks the compactors of a request about all sessions of a file, one process for each. A session that one of them left
 * without an answer has the reason instead of figures: what came of it is neither the compactor's nor the policy's.
 */
export async function askedOutside(
  transcripts: readonly Transcript[],
  { policies }: RowRequest,
): Promise<AnsweredOutside | undefined> {
  const outside = policies.filter((policy) => policy.outside !== undefined);
  if (outside.length === 0) return undefined;
  const answers = new Map<RowPolicy, (OutsideReplay | Failure | undefined)[]>();
  for (const policy of outside) {
    const ofSessions = [];
    for (const transcript of rowTranscripts(transcripts)) ofSessions.push(await askedAbout(transcript, policy));
    answers.set(policy, ofSessions);
  }
  return (place, policy) => answers.get(policy)?.[place];
}

async function askedAbout(
  transcript: Transcript,
  { policy, replies, outside }: RowPolicy,
): Promise<OutsideReplay | Failure | undefined> {
  if (policy === undefined || outside === undefined) return undefined;
  const { command, folder, when, timeoutMs } = outside;
  const material = replayMaterial(transcript);
  const choice = { command, folder, when, limits: { timeoutMs } };
  const { report, ...replayed } = await replayWithCompactor(material, policy, summarizerFor(replies, material), choice);
  const [first, ...others] = report.faults;
  if (first === undefined) return { policy: replayed.policy, own: replayed.own };
  const more = others.length === 0 ? '' : `, and ${others.length} more times`;
  return {
    what: `The compactor failed before call ${first.call}: ${first.what}${more}.`,
    advice: 'Run `highwater simulate` with this file and --compactor to see each failure.',
  };
}
