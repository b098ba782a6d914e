import { agentPolicy } from '../shape/agent-policy';
import type { Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

const REPOSITORY =
  'anomalyco/opencode at d545d8f, 1.18.18 (2026-08-19), and its history: session/{overflow, compaction}';
const THRESHOLD = 'Models that state a limit of their input have another threshold; here: the window less the reply';

/** [F12] The latest turns, up to a size and a quarter of what may be used. */
const kept = (keptRoundTokens: number, keptRounds: number) =>
  ({ keeps: 'turns', keptRounds, keptRoundTokens, keptShare: 25, keptShareOf: 'threshold' }) as const;

const KEPT = { nothing: {}, '2 turns': kept(8_000, 2), '15,000 tokens': kept(15_000, 0) } as const;

interface Era extends Pick<Policy, 'id' | 'title' | 'explains'> {
  /** What changed, with version and date, and what it was compared with. */
  readonly sources: readonly string[];
  readonly prunes: boolean;
  readonly keeps: keyof typeof KEPT;
  readonly requestIs: 'messages' | 'text';
}

/** What all versions share, and what they do not. */
export function opencodePolicy({ id, title, explains, sources, prunes, keeps, requestIs }: Era): Policy {
  return agentPolicy({
    id,
    title,
    explains,
    sources: [REPOSITORY, ...sources, THRESHOLD],
    since: 'nothing',
    exemptTools: ['skill'],
    at: { reserve: 'capped', reserveCapTokens: 32_000 },
    layers: policyLayers({
      ...(prunes ? { 'prune-results': {} } : {}),
      'full-compact': {
        requestIs,
        resultCharacters: 2_000,
        ...KEPT[keeps],
        summaryIs: 'answer',
        restores: 'nothing',
        namesTranscript: false,
      },
    }),
  });
}
