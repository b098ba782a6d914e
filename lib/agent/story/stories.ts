import { fiveForks } from './five-forks';
import type { Story } from './story';
import { threeDays } from './three-days';

/** In the order in which they are offered. */
export const stories: readonly Story[] = [threeDays, fiveForks];
