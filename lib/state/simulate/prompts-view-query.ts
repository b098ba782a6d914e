import { isSamePolicy } from '../policy/policy-standard';
import { type SimulationView, usualView } from './simulated-session';
import { writeViewLink } from './view-link';

/** What the address of the Prompts view needs so that it compacts what this view simulates; nothing for the recording itself. */
export function promptsViewQuery({ policy, mode, replies, pinned, commands }: SimulationView): string {
  if (isSamePolicy(policy, usualView.policy) && pinned.length === 0 && commands.length === 0) return '';
  const link = writeViewLink({ policy, mode, replies, pinned, commands, filters: {} });
  return link.ok ? `&${new URLSearchParams({ view: link.value })}` : '';
}
