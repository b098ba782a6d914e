import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import type { ReplayMaterial } from '../recorded/replay-material';
import { replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import type { ValuedRecording } from '../replay/valued-recording';
import { type CallStep, callStep } from './call-step';
import { cutAtStep } from './cut-at-step';
import { lostAtCall } from './lost-at-call';
import { type RuleOverSession, rulesOverSession } from './rules-over-session';
import { callsWithLosses, type LossProgress, type SessionLosses, sessionLosses } from './session-losses';

const MODE = 'recorded';

/** [K1] [K2] What the recording's own compactions lost. */
export function lossesOfRecording({ material, index, indexOf }: ValuedRecording): SessionLosses {
  const { calls, stepAt } = stepsOfRecording(material);
  return lastOf(sessionLosses(calls, index, (call) => lostAtCall(material, index, indexOf, stepAt(call), MODE)));
}

/** [K4] What became of the user's rules in the recording's own compactions. */
export function rulesOfRecording(material: ReplayMaterial): readonly RuleOverSession[] {
  const { messages } = material.transcript;
  const { calls, stepAt } = stepsOfRecording(material);
  const indexOf = new Map(messages.map(({ id }, place) => [id, place]));
  return lastOf(rulesOverSession(messages, calls, (call) => cutAtStep(material, indexOf, stepAt(call), MODE), []));
}

function stepsOfRecording(material: ReplayMaterial) {
  const summarizer = assumed();
  const calls = callsWithLosses(material, replay(material, none, summarizer, { mode: MODE }), MODE);
  const lookup = new ReplayLookup(material, none, summarizer, { mode: MODE });
  const stepAt = (call: number): CallStep => {
    // In this order, because calls are looked up fastest in order.
    const previous = call === 0 ? undefined : lookup.at(call - 1);
    return callStep(material, lookup.at(call), previous, MODE);
  };
  return { calls, stepAt };
}

function lastOf<Found>(work: Generator<LossProgress, Found>): Found {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
