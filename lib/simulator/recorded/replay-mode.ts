/**
 * `free`: the context is the policy's own; where the recording was compacted, what came before goes on being sent, as if
 * it had not been. `following`: at each recorded compaction the context becomes what the recording shows, so that every
 * stretch between two of them tests the arithmetic by itself.
 */
export type ReplayMode = 'free' | 'following';
