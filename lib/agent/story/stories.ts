import { fiveForks } from './five-forks';
import type { Story } from './story';
import { threeDays } from './three-days';
import { twentyMemories } from './twenty-memories';
import { twoTeammates } from './two-teammates';

/** In the order in which they are offered. */
export const stories: readonly Story[] = [threeDays, fiveForks, twentyMemories, twoTeammates];
