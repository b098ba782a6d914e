/**
 * `free`: only the policy changes the context; recorded compactions are ignored, and what came before them is still
 * sent. `following`: at each recorded compaction, the context is reset to the recorded one, so every stretch between
 * two of them tests the arithmetic separately.
 */
export type ReplayMode = 'free' | 'following';
