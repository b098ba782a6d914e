import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { eraVersion } from '@/lib/policies/shape/policy';
import { counted } from '@/lib/series/words/format-number';
import { viewNames } from '@/lib/state/simulate/replay-words';
import { isWhatIf, shownView } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './replay-note.module.css';
import { simulatedSession } from './simulation-stores';

/** Says whose figures are shown while, or because, those of the chosen policy are missing. */
export function ReplayNote({ session: { summary } }: { readonly session: OpenSession }) {
  const simulated = useStore(simulatedSession);
  const { replay, cancelReplay, replayAgain } = simulated;
  const shown = shownView(simulated);
  const { window, agent } = summary;
  const [wanted, present] = useMemo(
    () =>
      replay.type === 'shown' ? ['', ''] : viewNames(replay.choice, shown, { window, version: eraVersion(agent) }),
    [replay, shown, window, agent],
  );
  const figures = simulated.shown === undefined ? 'There are no figures yet.' : `These figures are of ${present}.`;
  const how = replay.type !== 'shown' && isWhatIf(replay.choice) ? `under ${wanted}` : 'as recorded';
  const isSlow = replay.type === 'running' && replay.isSlow;
  return (
    <>
      <div className={classNames(styles.line, isSlow && styles.running)}>
        <div className={styles.said} role="status">
          {isSlow && `Replaying ${how}… ${figures}`}
          {replay.type === 'cancelled' && `${figures} The replay ${how} was cancelled.`}
        </div>
        {isSlow && replay.progress !== undefined && (
          <ProgressBar
            label={`Replay, ${counted(replay.progress.total, 'call')}`}
            value={replay.progress.done}
            max={replay.progress.total}
          />
        )}
        {isSlow && <Button onClick={cancelReplay}>Cancel</Button>}
        {replay.type === 'cancelled' && <Button onClick={replayAgain}>Replay again</Button>}
      </div>
      {replay.type === 'failed' && (
        <ErrorNote
          what={`Could not replay ${how}: ${replay.failure.what}`}
          advice={`${figures} ${replay.failure.advice}`}
        >
          <Button onClick={replayAgain}>Replay again</Button>
        </ErrorNote>
      )}
    </>
  );
}
