import type { Story } from './story';
import { threeDays } from './three-days';
import { twoTeammates } from './two-teammates';

/** In the order in which a first visit offers them. */
export const stories: readonly Story[] = [threeDays, twoTeammates];
