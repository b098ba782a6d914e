import { useStore } from 'zustand';
import { SessionTitle } from '@/components/shell/session-title';
import { useSessionView } from '@/components/shell/use-session-view';
import { optional } from '@/lib/base/optional';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { recordedView } from '@/lib/state/simulate/simulated-session';
import { writeViewLink } from '@/lib/state/simulate/view-link';
import { CompactedWords } from './place/compacted-words';
import styles from './prompts-header.module.css';
import { prompts } from './stores/prompt-stores';

interface PromptsHeaderProps {
  readonly place: SessionPlace;
  readonly title: string;
  readonly isSample: boolean;
}

export function PromptsHeader({ place, title, isSample }: PromptsHeaderProps) {
  const call = useStore(prompts, ({ calls }) => calls[0]);
  const simulated = useStore(prompts, ({ about }) => about?.simulated);
  const link = writeViewLink({ ...(simulated ?? recordedView(undefined)), ...optional('call', call), filters: {} });
  useSessionView('simulate', `/simulate?${placeToQuery(place)}${link.ok ? `#${link.value}` : ''}`);
  useSessionView('compare', `/compare?${placeToQuery(place)}`);
  return (
    <header>
      <SessionTitle title={`Prompts: ${title}`} isSample={isSample} className={styles.line}>
        <CompactedWords />
      </SessionTitle>
    </header>
  );
}
