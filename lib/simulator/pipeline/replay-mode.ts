/**
 * `recorded`: the recording itself; the policy only judges it. `following`: the policy acts, and at each recorded
 * compaction the context is reset to the recorded one, so every stretch between two of them tests the arithmetic
 * separately. `free`: only the policy changes the context; recorded automatic compactions are ignored, and what came
 * before them is still sent.
 */
export type ReplayMode = 'recorded' | 'following' | 'free';

/** The policy acts. */
export type WhatIfMode = Exclude<ReplayMode, 'recorded'>;

/** Recorded compactions happen to its context. */
export function isFollowing(mode: ReplayMode | undefined): boolean {
  return mode === 'recorded' || mode === 'following';
}
