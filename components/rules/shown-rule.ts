import { createShownRule } from '@/lib/state/shared/shown-rule';

/** One dialog for the whole page. */
export const shownRule = createShownRule();
