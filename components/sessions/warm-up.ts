import { expectContextAreas } from '@/components/charts/plot/use-context-areas';
import { warmUpEngine } from '@/components/shell/stores';

/** What a session's page needs beyond its own script, fetched while the user is still pointing at the link. */
export function warmUp(): void {
  warmUpEngine();
  expectContextAreas();
}
