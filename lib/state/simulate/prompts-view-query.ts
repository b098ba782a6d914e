import { isSamePolicy } from '../policy/policy-standard';
import { type SimulationView, usualView } from './simulated-session';
import { writeViewLink } from './view-link';

/** The URL query that makes the Prompts view compact what this view simulates; empty for the recording itself. */
export function promptsViewQuery({ policy, mode, replies, pinned, commands }: SimulationView): string {
  if (isSamePolicy(policy, usualView.policy) && pinned.length === 0 && commands.length === 0) return '';
  const link = writeViewLink({ policy, mode, replies, pinned, commands, filters: {} });
  return link.ok ? `&${new URLSearchParams({ view: link.value })}` : '';
}
