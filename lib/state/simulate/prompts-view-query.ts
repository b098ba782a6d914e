import { isWhatIf, type SimulationView } from './simulated-session';
import { writeViewLink } from './view-link';

/** The URL query that makes the Prompts view compact what this view simulates; empty for the recording itself. */
export function promptsViewQuery(view: SimulationView): string {
  if (!isWhatIf(view)) return '';
  const link = writeViewLink({ ...view, filters: {} });
  return link.ok ? `&${new URLSearchParams({ view: link.value })}` : '';
}
