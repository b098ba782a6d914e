import assert from 'node:assert/strict';
import { imported } from '../../lib/importers/damaged-fixtures.test-support';
import type { ContextMessage } from '../../lib/layers/shape/context';
import { policies } from '../../lib/policies/index';
import { none } from '../../lib/policies/presets/none';
import type { Policy } from '../../lib/policies/shape/policy';
import { recordedBill } from '../../lib/simulator/recorded/recorded-bill';
import { type ReplayMaterial, replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { inSmallWindow, laws } from '../../lib/simulator/replay/laws.test-support';
import { type ReplayOptions, replay } from '../../lib/simulator/replay/replay';
import { replayedCall } from '../../lib/simulator/replay/replay-lookup';
import { assumed } from '../../lib/summarizers/assumed';
import { recordingFrom } from '../../lib/transcript/arbitrary-recording.test-support';
import type { Transcript } from '../../lib/transcript/transcript';
import { writeTranscripts } from '../../lib/transcript/write-transcript';
import { requestBody } from '../../lib/worker/engine/request-body';
import { checkAgain } from './check-again';
import { checkNumbers } from './check-numbers';
import type { Saw } from './coverage';
import type { FuzzCase, FuzzInput, FuzzTrial } from './fuzz-case';

const summarizer = assumed(300);
const allLaws = Object.entries(laws);
/** With the policy without layers, nothing changes, whatever its size and whatever the user typed. */
const unchanged: ReplayOptions = { takesEveryCall: true, skipsRecordedCommands: true };
const NOT_SEEN: Saw = () => undefined;

/** Throws at what must not happen. One policy, one mode, two laws: the numbers of the trial choose them. */
export async function checkCase({ input, trial, lost }: FuzzCase, saw: Saw = NOT_SEEN): Promise<void> {
  saw('policy', trial.policy.id);
  // What our own grammar makes is exported less often: its shape is known.
  const all = await transcriptsOf(input, lost, input.type === 'file' || trial.law % 8 === 0);
  if (all.length === 0) saw('end', 'no transcript');
  for (const { format } of all) saw('format', input.type === 'text' ? 'text notation' : format);
  for (const transcript of all.flatMap(withSubAgents)) {
    checkTrial(replayMaterial(transcript), trial, saw);
  }
}

/** The same for one input under every preset, with every law at every call: for small ones. */
export async function checkEverything(input: FuzzInput, trials: readonly FuzzTrial[]): Promise<void> {
  const all = await transcriptsOf(input, undefined, true);
  for (const transcript of all.flatMap(withSubAgents)) {
    const material = replayMaterial(transcript);
    const calls = [...transcript.calls.keys()].slice(0, 12);
    const presets = policies.flatMap((policy) => [policy, inSmallWindow(policy)]);
    for (const trial of trials) checkTrial(material, trial);
    for (const policy of presets) {
      for (const follows of [false, true]) checkReplay(material, { policy, follows, call: 0 });
      for (const [, law] of allLaws) {
        for (const call of calls) law({ material, policy, summarizer, started: {} }, call, call);
      }
    }
    checkBill(material);
  }
}

function withSubAgents(transcript: Transcript): readonly Transcript[] {
  return [transcript, ...transcript.children.flatMap(withSubAgents)];
}

/** What was exported is imported again as the same. */
async function transcriptsOf(
  input: FuzzInput,
  lost: FuzzCase['lost'],
  isExported: boolean,
): Promise<readonly Transcript[]> {
  const first = input.type === 'file' ? await imported(input.bytes, input.pieceSize) : undefined;
  if (first !== undefined && lost !== undefined)
    assert.deepEqual(lost(first), [], `a good record was lost: ${first.format}`);
  const transcripts = input.type === 'text' ? [recordingFrom(input)] : (first?.transcripts ?? []);
  if (transcripts.length === 0 || !isExported) return transcripts;
  const text = [...writeTranscripts(transcripts)].join('');
  const again = await imported(new TextEncoder().encode(text), 64_000);
  assert.equal(again.format, 'highwater', 'an export is recognised');
  assert.deepEqual(again.transcripts, asJson(transcripts), 'an export is imported as the same');
  return transcripts;
}

/** Without fields that are there and undefined. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function checkTrial(material: ReplayMaterial, trial: FuzzTrial, saw: Saw = NOT_SEEN): void {
  const { law, call, message } = trial;
  const policy = inWindowFor(material, trial);
  checkReplay(material, { ...trial, policy }, saw);
  const first = allLaws[law % allLaws.length];
  const second = allLaws[Math.floor(law / allLaws.length) % allLaws.length];
  for (const chosen of new Set([first, second])) {
    if (chosen === undefined) continue;
    const [name, holds] = chosen;
    saw('law', /^(?:\[\w+\] ?)+/.exec(name)?.[0].trim() ?? 'sums of a ledger');
    holds({ material, policy, summarizer, started: {} }, call, message);
  }
  if (law % 4 === 0) checkBill(material, saw);
}

/** At least what the reserves of a small window leave free. */
const LEAST_WINDOW = 3_000;

function inWindowFor({ recorded }: ReplayMaterial, { policy, windowShare }: FuzzTrial): Policy {
  if (windowShare === undefined) return policy;
  const most = recorded.timeline.used.reduce((max, used) => Math.max(max, used), 0);
  return { ...inSmallWindow(policy), windowTokens: Math.max(LEAST_WINDOW, Math.round(most * windowShare)) };
}

function checkReplay(
  material: ReplayMaterial,
  { policy, follows, call }: Pick<FuzzTrial, 'policy' | 'follows' | 'call'>,
  saw: Saw = NOT_SEEN,
): void {
  const started: ReplayOptions = follows ? { mode: 'following' } : {};
  const simulation = replay(material, policy, summarizer, started);
  checkNumbers(simulation);
  const { changes, notes, memory } = simulation;
  for (const { layer } of changes) saw('layer that acted', layer);
  if (notes.length > 0) saw('layer that acted', 'a session note');
  for (const { type } of memory?.events ?? []) if (type !== 'opened') saw('layer that acted', `memory: ${type}`);
  saw('end', simulation.deadAt === undefined ? 'to the last call' : 'a call was refused');
  const { calls } = material.transcript;
  if (calls.length === 0) return;
  const { before, after, isDead } = replayedCall(material, policy, summarizer, call % calls.length, started);
  for (const { tokens } of after) assert.ok(Number.isFinite(tokens) && tokens >= 0, `a message has ${tokens} tokens`);
  for (const layer of checkAgain(material.transcript, before, policy)) saw('law', `[L8] ${layer}`);
  if (isDead) return;
  const faults = violationsOf(material, after).filter(({ isMended }) => !isMended);
  if (faults.length === 0) return;
  // A recorded message that is wrong stays so, under this rule or another: of two calls with one id, the second is a copy.
  const recorded = replayedCall(material, none, summarizer, call % calls.length, {
    ...started,
    ...unchanged,
  }).after;
  const known = new Set(violationsOf(material, recorded).map(({ message }) => message));
  const added = faults.flatMap(({ rule, message }) => (known.has(message) ? [] : [rule]));
  assert.deepEqual(added, [], `a request has faults that the recording has not: ${added[0]}`);
}

/** [L2] Rules that the request breaks, and in which message; mended if not as it is exported. */
function violationsOf({ transcript }: ReplayMaterial, context: readonly ContextMessage[]) {
  const { system, tools } = transcript;
  const messages = context.map(({ message }) => message);
  return (['anthropic', 'openai'] as const).flatMap((provider) =>
    requestBody(messages, { model: 'm', maxTokens: 1_000, system, tools }, provider).violations.map(
      ({ rule, isMended, messageIndex }) => ({
        rule: `${provider}: ${rule}`,
        message: messages[messageIndex]?.id,
        isMended,
      }),
    ),
  );
}

/** [E2] Nothing changes, so it costs what it cost. */
function checkBill(material: ReplayMaterial, saw: Saw = NOT_SEEN): void {
  const { transcript } = material;
  const bill = recordedBill({ transcript });
  if (bill === undefined || bill.callsWithoutUsage > 0 || (transcript.forks ?? []).length > 0) return;
  const { totals, changes } = replay(material, none, summarizer, { mode: 'following', ...unchanged });
  if (changes.length > 0) return;
  saw('law', '[E2] the recorded bill');
  assert.deepEqual(
    [totals.cacheRead, totals.cacheWrite, totals.uncached, totals.output],
    [bill.cacheRead, bill.cacheWrite, bill.uncached, bill.output],
    'an unchanged replay sends what was recorded',
  );
  const dollars = totals.cost.unknown > 0 ? null : totals.cost.dollars;
  assert.ok(
    dollars === bill.cost ||
      (dollars !== null && bill.cost !== null && Math.abs(dollars - bill.cost) < 1e-9 + bill.cost * 1e-9),
    `an unchanged replay costs ${dollars} instead of ${bill.cost}`,
  );
}
