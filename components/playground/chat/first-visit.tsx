import Link from 'next/link';
import { FolderButton } from '@/components/sessions/folder-button';
import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import type { ModelChoice, OwnSetup } from '@/lib/agent/journal/entry';
import { firstTask } from '@/lib/agent/scripted/first-task';
import { stories } from '@/lib/agent/story/stories';
import type { Story } from '@/lib/agent/story/story';
import type { RunView } from '@/lib/agent/view/run-view';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { StoredRun } from '@/lib/storage/stored-run';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './first-visit.module.css';
import { modelWords } from './model-words';

interface FirstVisitProps {
  /** To continue. */
  readonly latest: StoredRun | undefined;
  /** If it was prepared: its files, window and policy. */
  readonly run: Pick<RunView, 'files' | 'policy' | 'meter'> | undefined;
  readonly model: ModelChoice;
  readonly own: OwnSetup;
  onSay(text: string, followUps?: readonly string[]): void;
  onOpen(id: string): void;
  onShowLessons(): void;
  onPlayStory(story: Story): void;
  /** To choose a model, a policy or files before the first prompt; missing if they can be chosen already. */
  readonly onPrepare: (() => void) | undefined;
  onFolder(sources: readonly ImportSource[]): void;
}

/** Nothing runs yet: one click starts. */
export function FirstVisit(props: FirstVisitProps) {
  const { latest, run, model, own: setup, onSay, onOpen, onShowLessons, onPlayStory, onPrepare, onFolder } = props;
  const isSample = run === undefined || run.files.some(({ path }) => path === PROGRAM_OF_SAMPLE);
  const [first, ...later] = isSample ? firstTask : taskOfOwnFiles;
  const windowTokens = run?.meter.window ?? SMALL_WINDOW;
  const own = setup.task?.trim() ?? '';
  const changes = changesIn(setup);
  return (
    <div className={styles.visit}>
      <h2>Watch an agent work and see what happens to its context</h2>
      <p>
        The agent works on{' '}
        {isSample ? 'a small repository' : `a copy of your folder, ${counted(run.files.length, 'text file')},`} in your
        browser. {run !== undefined && `Its policy is “${run.policy.title}”. `}
        {windowTokens <= SMALL_WINDOW
          ? `Its window is only ${exactNumber(windowTokens)} tokens, so every layer of the policy comes into play within a minute.`
          : `Its window is ${exactNumber(windowTokens)} tokens: ${isSample ? 'the small repository takes long' : 'it may take long'} to fill it. A smaller one under Policy shows its layers sooner.`}{' '}
        {model.type === 'scripted'
          ? `A script answers, not a model: it needs no key, costs nothing, and nothing leaves the browser. It can ${isSample ? 'fix this repository’s tests, ' : ''}review files, do small errands with files, and look up words. Other requests it refuses.`
          : `Answers come from ${modelWords(model)}. Before its first call, you see what is sent, where, and the price.`}
      </p>
      {changes.length > 0 && <p>Your setup applies: {changes.join(', ')}. Change it in the Setup tab.</p>}
      <div className={styles.chips}>
        <Button look="main" onClick={() => (own === '' ? onSay(first, later) : onSay(own))}>
          {own === '' ? `Try: ${[first, ...later].join(' ')}` : `Start: ${own.slice(0, 300)}`}
        </Button>
        {(isSample ? suggestions : suggestionsForOwnFiles).map((text) => (
          <Button key={text} className={styles.chip} onClick={() => onSay(text)}>
            {text}
          </Button>
        ))}
        <Button className={styles.chip} onClick={onShowLessons}>
          Learn each layer in a short lesson
        </Button>
        {stories.map((story) => (
          <Button key={story.id} className={styles.chip} onClick={() => onPlayStory(story)}>
            {story.title}
          </Button>
        ))}
        <Link className={styles.link} href="/playground/ab" prefetch={false}>
          Compare two policies: with session memory, and without
        </Link>
        {onPrepare !== undefined && (
          <Button look="quiet" onClick={onPrepare}>
            Choose a model, policy or files first
          </Button>
        )}
        {onPrepare !== undefined && (
          <FolderButton label="Load a folder…" inputLabel="Workspace folder" onFolder={onFolder} />
        )}
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

/** That of the policy that a run has if no other is chosen. */
const SMALL_WINDOW = 20_000;
const PROGRAM_OF_SAMPLE = 'tally';
const taskOfOwnFiles = ['Review every file.'] as const;
const suggestionsForOwnFiles = ['List all files', 'Search for TODO'] as const;

/** Other prompts for the sample repository. */
const suggestions = [
  'Fix the failing tests.',
  'Read the documentation and tell me what it says about amounts.',
] as const;
