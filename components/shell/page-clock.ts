import type { Clock } from '@/lib/state/shared/view-history';

export const pageClock: Clock = {
  nowMs: () => performance.now(),
  later: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
