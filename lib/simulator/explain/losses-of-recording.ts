import { none } from '../../policies/presets/none';
import { assumed } from '../../summarizers/assumed';
import { replay } from '../replay/replay';
import { ReplayLookup } from '../replay/replay-lookup';
import type { ValuedRecording } from '../replay/valued-recording';
import { callStep } from './call-step';
import { lostAtCall } from './lost-at-call';
import { callsWithLosses, type SessionLosses, sessionLosses } from './session-losses';

const MODE = 'recorded';

/** [K1] [K2] What the recording's own compactions lost. */
export function lossesOfRecording({ material, index, indexOf }: ValuedRecording): SessionLosses {
  const summarizer = assumed();
  const calls = callsWithLosses(material, replay(material, none, summarizer, { mode: MODE }), MODE);
  const lookup = new ReplayLookup(material, none, summarizer, { mode: MODE });
  const counting = sessionLosses(calls, index, (call) => {
    // In this order, because calls are looked up fastest in order.
    const previous = call === 0 ? undefined : lookup.at(call - 1);
    const step = callStep(material, lookup.at(call), previous, MODE);
    return lostAtCall(material, index, indexOf, step, MODE);
  });
  for (let step = counting.next(); ; step = counting.next()) if (step.done) return step.value;
}
