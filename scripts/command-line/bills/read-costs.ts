import { compactionCosts } from '../../../lib/bills/compaction-costs';
import type { CompactionCosts } from '../../../lib/bills/cost-figures';
import { imports } from './read-file';

/** In the order of the figures of the file. */
export async function readCosts(path: string): Promise<readonly CompactionCosts[] | undefined> {
  return (await imports(path))?.transcripts.map(compactionCosts);
}
