import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import type { ModelChoice, OwnSetup } from '@/lib/agent/journal/entry';
import { exactNumber } from '@/lib/series/words/format-number';
import type { StoredRun } from '@/lib/storage/stored-run';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { FolderButton } from '../tabs/folder-button';
import styles from './first-visit.module.css';

interface FirstVisitProps {
  /** To continue. */
  readonly latest: StoredRun | undefined;
  readonly model: ModelChoice;
  readonly own: OwnSetup;
  onSay(text: string): void;
  onOpen(id: string): void;
  /** To choose a model, a policy or files before the first prompt; missing if they can be chosen already. */
  readonly onPrepare: (() => void) | undefined;
  onFolder(sources: readonly ImportSource[]): void;
}

/** Nothing runs yet: one click starts. */
export function FirstVisit({ latest, model, own: setup, onSay, onOpen, onPrepare, onFolder }: FirstVisitProps) {
  const own = setup.task?.trim() ?? '';
  const changes = changesIn(setup);
  const [first = '', ...others] = own === '' ? suggestions : [own, ...suggestions.slice(0, 2)];
  return (
    <div className={styles.visit}>
      <h2>Watch an agent work and see what happens to its context</h2>
      <p>
        The agent works on a small repository in your browser. Its window is only 20,000 tokens, so every layer of the
        policy comes into play within a minute.{' '}
        {model.type === 'scripted'
          ? 'A script answers, not a model: it needs no key, costs nothing, and nothing leaves the browser. It can fix this repository’s tests, review files, do small errands with files, and look up words. Other requests it refuses.'
          : `${model.id} answers. Before its first call, you see what is sent, where, and the price.`}
      </p>
      {changes.length > 0 && <p>Your setup applies: {changes.join(', ')}. Change it in the Setup tab.</p>}
      <div className={styles.chips}>
        <Button look="main" onClick={() => onSay(first)}>
          {own === '' ? `Try: ${first}` : `Start: ${first.slice(0, 300)}`}
        </Button>
        {others.map((text) => (
          <Button key={text} className={styles.chip} onClick={() => onSay(text)}>
            {text}
          </Button>
        ))}
        {onPrepare !== undefined && (
          <Button look="quiet" onClick={onPrepare}>
            Choose a model, policy or files first
          </Button>
        )}
        {onPrepare !== undefined && <FolderButton onFolder={onFolder} />}
      </div>
      {latest !== undefined && (
        <p>
          <Button onClick={() => onOpen(latest.id)}>Resume “{latest.title}”</Button>{' '}
          <span className={styles.muted}>
            {exactNumber(latest.calls)} calls, last active <TimeText timeMs={latest.changedMs} withTime />
          </span>
        </p>
      )}
    </div>
  );
}

function changesIn({ system, instructions = '', toolsOff = [] }: OwnSetup): readonly string[] {
  return [
    ...(system === undefined ? [] : ['your system prompt']),
    ...(instructions.trim() === '' ? [] : ['your instructions']),
    ...(toolsOff.length === 0 ? [] : [`without ${toolsOff.join(', ')}`]),
  ];
}

/** Suggested prompts for the sample repository. The first one fills a small window within a minute. */
const suggestions = [
  'Fix the failing tests, then review every file.',
  'Fix the failing tests.',
  'Read the documentation and tell me what it says about amounts.',
] as const;
