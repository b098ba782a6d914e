import type { CompactionMark } from '@/lib/state/prompts/compaction-marks';

/** Of the recording it is filled, of a policy hollow. */
export function MarkShape({ by }: Pick<CompactionMark, 'by'>) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <path
        d="M6 1 11 6 6 11 1 6Z"
        fill={by === 'recording' ? 'var(--boundary-full)' : 'var(--surface)'}
        stroke="var(--boundary-full)"
        strokeWidth="1.4"
      />
    </svg>
  );
}
