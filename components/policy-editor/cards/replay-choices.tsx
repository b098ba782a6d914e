'use client';

import { useId } from 'react';
import { Button } from '@/components/ui/button';
import type { EarlierPolicy } from '@/lib/policies/shape/earlier-policy';
import { exactNumber } from '@/lib/series/words/format-number';
import type { WhatIfMode } from '@/lib/simulator/pipeline/replay-mode';
import type { Replies } from '@/lib/simulator/replay/replies';
import { assumedReplies, assumedReply } from '@/lib/state/simulate/assumed-reply';
import { NumberSetting } from '../fields/number-setting';
import { Segmented } from '../fields/segmented';
import small from '../fields/small-text.module.css';
import styles from './replay-choices.module.css';

interface ReplayChoicesProps {
  readonly mode: WhatIfMode;
  readonly replies: Replies;
  readonly windowTokens: number;
  readonly earlier: readonly EarlierPolicy[];
  onChooseMode(mode: WhatIfMode): void;
  onChooseReplies(replies: Replies): void;
  onDropEarlier(): void;
}

const modes = {
  free: {
    title: 'From the start',
    explains:
      'As if the session had run under this policy from the start: recorded automatic compactions are ignored, and the messages before them are still sent. Recorded /compact commands are repeated.',
  },
  following: {
    title: 'Reset',
    explains:
      'Reset to the recorded context at each recorded compaction, so each stretch tests the policy independently.',
  },
} as const satisfies Record<WhatIfMode, unknown>;

const replyTypes = {
  recorded: {
    title: 'Recorded',
    explains: `Use the summary recorded near the same call, or assume ${exactNumber(assumedReply.default)} tokens if there is none.`,
  },
  assumed: { title: 'Assumed', explains: 'Every summary has the same length and no content.' },
  offline: { title: 'Offline', explains: 'Summaries are extracted in the browser by rules, without a model.' },
} as const satisfies Record<Replies['type'], unknown>;

function earlierWords(earlier: readonly EarlierPolicy[]): string {
  return earlier.map(({ until, policy }) => `“${policy.title}” until call ${exactNumber(until)}`).join(', ');
}

export function ReplayChoices(props: ReplayChoicesProps) {
  const { mode, replies, windowTokens, earlier, onChooseMode, onChooseReplies, onDropEarlier } = props;
  const explainsId = useId();
  const chooseLength = (tokens: unknown) => {
    const chosen = assumedReplies(tokens);
    if (!chosen.ok) return chosen.error;
    onChooseReplies(chosen.value);
    return undefined;
  };
  return (
    <div className={styles.choices}>
      {earlier.length > 0 && (
        <div className={styles.earlier}>
          <p className={small.explains}>
            The run had other policies before: {earlierWords(earlier)}. The policy below applies from call{' '}
            {exactNumber((earlier.at(-1)?.until ?? 0) + 1)} on.
          </p>
          <Button onClick={onDropEarlier}>Apply it from the start</Button>
        </div>
      )}
      <Segmented label="Replay" options={modes} value={mode} onChoose={onChooseMode} />
      <Segmented
        label="Summaries"
        options={replyTypes}
        value={replies.type}
        onChoose={(type) => (type === 'assumed' ? chooseLength(assumedReply.default) : onChooseReplies({ type }))}
      />
      {replies.type === 'assumed' && (
        <div>
          <p className={styles.label}>
            {assumedReply.title} <span className={styles.unit}>{assumedReply.unit}</span>
          </p>
          <NumberSetting
            title={assumedReply.title}
            spec={assumedReply}
            value={replies.tokens ?? assumedReply.default}
            standard={assumedReply.default}
            windowTokens={windowTokens}
            describedBy={explainsId}
            onChange={chooseLength}
          />
          <p id={explainsId} className={small.explains}>
            {assumedReply.explains}
          </p>
        </div>
      )}
    </div>
  );
}
