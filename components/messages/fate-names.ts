import type { LineFate } from '@/lib/state/fate-history';

interface FateName {
  readonly label: string;
  readonly explains: string;
}

export const fateNames: Readonly<Record<LineFate, FateName>> = {
  kept: { label: 'kept', explains: 'It stands in the context as it was recorded.' },
  cleared: { label: 'cleared', explains: 'A short placeholder stands in the place of its content.' },
  'stored-out': { label: 'stored out', explains: 'It was stored outside the context; its beginning stays.' },
  summarised: { label: 'summarised', explains: 'A summary took its place.' },
  collapsed: { label: 'collapsed', explains: 'The summary of its span took its place.' },
  snipped: { label: 'snipped', explains: 'It was removed without a summary.' },
  restored: { label: 'restored', explains: 'A compaction put it back behind its summary.' },
  injected: { label: 'injected', explains: 'A layer wrote it: a summary, a note or a marker.' },
  abandoned: { label: 'abandoned', explains: 'The user went back to before it.' },
  left: { label: 'left', explains: 'A compaction of the recording took it.' },
};
