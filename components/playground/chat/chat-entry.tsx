import type { ReactNode } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { TimeText } from '@/components/ui/time-text';
import type { ChatItem, ChatItemOf } from '@/lib/agent/view/chat-item';
import { durationText } from '@/lib/agent/view/duration';
import { liveCommandText } from '@/lib/agent/view/live-command-text';
import { providerName } from '@/lib/agent/view/who-answers';
import { assertNever } from '@/lib/base/assert-never';
import { sentModelId } from '@/lib/economics/model-provider';
import { actors } from '@/lib/layers/index';
import { reasonText } from '@/lib/layers/shape/reason';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { stopWords } from '@/lib/state/playground/stop-words';
import { teamEntryWords } from '@/lib/state/playground/team/team-words';
import { RequestFigures } from '../run/request-figures';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { DreamEntry } from './dream-entry';
import { Fold } from './fold';
import { modelWords } from './model-words';
import { RecallEntry } from './recall-entry';
import { ReplyEntry } from './reply-entry';
import { TaskEntry } from './task-entry';
import { WorkEntry } from './work-entry';

interface ChatEntryProps {
  readonly item: ChatItem;
  /** In the chat. */
  readonly place: number;
  readonly env: ChatEnv;
}

export function ChatEntry({ item, place, env }: ChatEntryProps): ReactNode {
  switch (item.type) {
    case 'prompt':
      return (
        <article className={styles.entry} data-chat="prompt">
          <p className={styles.gutter}>you</p>
          <div className={styles.prompt}>
            {item.text.slice(0, SHOWN_CHARACTERS)}
            {item.text.length > SHOWN_CHARACTERS && (
              <Fold name={`prompt ${place}`} env={env} title={`All ${exactNumber(item.text.length)} characters`}>
                <LongText text={item.text} label="Prompt" />
              </Fold>
            )}
          </div>
        </article>
      );
    case 'reply':
      return <ReplyEntry reply={item} env={env} />;
    case 'work':
      return <WorkEntry work={item} name={`work ${place}`} env={env} />;
    case 'fork':
      return item.openTask === undefined ? <ForkEntry fork={item} /> : <OpenNote task={item.openTask} env={env} />;
    case 'layer-failed':
      return (
        <Line kind="layer-failed">
          {actors[item.failure.layer].title} failed:{' '}
          {reasonText(item.failure.reason, actors[item.failure.layer].reasons)}
        </Line>
      );
    case 'command':
      return (
        <Line kind="command">
          <code>{liveCommandText(item.command)}</code>
        </Line>
      );
    case 'policy':
      return <Line kind="policy">Policy changed to “{item.title}”, effective from the next call.</Line>;
    case 'model':
      return <Line kind="model">From the next call, answers come from {modelWords(item.model)}.</Line>;
    case 'own-setup':
      return <Line kind="own-setup">You changed the setup.</Line>;
    case 'sections':
      return (
        <Line kind="sections">System prompt: {item.changes.length === 0 ? 'no change' : item.changes.join(', ')}.</Line>
      );
    case 'approved':
      return (
        <Line kind="approved">
          You allowed paid calls of {sentModelId(item.model)}, sent to {providerName(item.provider)}.
        </Line>
      );
    case 'limits':
      return (
        <Line kind="limits">
          Turn limit changed to {exactNumber(item.limits.calls)} calls or {dollars(item.limits.dollars)}
          {item.limits.runCalls !== undefined && `, of the whole run to ${exactNumber(item.limits.runCalls)} calls`}
          {item.limits.runDollars !== undefined && `, its cost to ${dollars(item.limits.runDollars)}`}.
        </Line>
      );
    case 'files':
      return item.undoesDream === true ? (
        <Line kind="files">You undid what the dream changed: {item.paths.length} files.</Line>
      ) : (
        <Line kind="files">You changed {item.paths.join(', ')}.</Line>
      );
    case 'team':
      return <Line kind="team">{teamEntryWords(item)}</Line>;
    case 'mail':
      return (
        <Line kind="mail">
          Session {item.session}
          {item.from === 'main' ? '' : ` (${item.from})`} wrote: <q>{item.text}</q>
        </Line>
      );
    case 'recall':
      return <RecallEntry recall={item} name={`recall ${place}`} env={env} />;
    case 'task':
      return <TaskEntry task={item.task} env={env} />;
    case 'dream':
      return <DreamEntry dream={item.dream} env={env} />;
    case 'waited':
      return (
        <Line kind="waited">
          {durationText(item.ms)} passed: it is now <TimeText timeMs={item.timeMs + item.ms} withTime />.
        </Line>
      );
    case 'hooks':
      return <HooksEntry item={item} />;
    case 'permitted':
      return (
        <Line kind="permitted">
          {ANSWERS[item.answer]} {item.tool}: <code>{item.asked}</code>
        </Line>
      );
    case 'refused':
      return <Line kind="refused">The provider rejected the call: {item.what}</Line>;
    case 'problem':
      return <ErrorNote what={item.what} advice={item.advice} />;
    case 'stopped':
      return <Line kind="stopped">You stopped the agent.</Line>;
    case 'help':
      return <ErrorNote look="notice" {...stopWords(item.why)} />;
    default:
      return assertNever(item);
  }
}

const ANSWERS = { once: 'You allowed once', always: 'You always allow', no: 'You denied' } as const;

/** [H] What hooks brought about: those that said nothing are in the log of the tab alone. */
function HooksEntry({ item }: { readonly item: ChatItemOf<'hooks'> }) {
  return (
    <article className={styles.entry} data-chat="hooks">
      <p className={styles.gutter}>hook</p>
      <div className={styles.fork}>
        {item.blockedPrompt !== undefined && (
          <p className={styles.error}>Your prompt was not sent: “{item.blockedPrompt.slice(0, SHOWN_CHARACTERS)}”</p>
        )}
        {item.runs.map(({ event, runs, effect, isBlock }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same hook may run several times
          <p key={index} title={runs} className={isBlock ? styles.error : undefined}>
            {event}: {effect.join('; ').slice(0, SHOWN_HOOK)}
          </p>
        ))}
      </div>
    </article>
  );
}

const SHOWN_HOOK = 400;

/** Limits a prompt, which may be a pasted log. */
const SHOWN_CHARACTERS = 4_000;

/** Entries that are neither prompts nor replies. */
function Line({ kind, children }: { readonly kind: ChatItem['type']; readonly children: ReactNode }) {
  return (
    <p className={styles.line} data-chat={kind}>
      {children}
    </p>
  );
}

const titles = { summary: 'Side request: summary', note: 'Side request: session note' } as const;

/** A separate request with its own cost, which is not part of the conversation. */
function ForkEntry({ fork }: { readonly fork: ChatItemOf<'fork'> }) {
  return (
    <article className={styles.entry} data-chat="fork">
      <p className={styles.gutter}>fork</p>
      <div className={styles.fork}>
        <p>
          {titles[fork.purpose]}
          {fork.failed !== undefined && <span className={styles.error}>: {fork.failed}</span>}
        </p>
        <RequestFigures {...fork} />
      </div>
    </article>
  );
}

/** [N2] The session note while it is written beside the turns: one quiet line, until the side request takes its place. */
function OpenNote({ task, env }: { readonly task: string; readonly env: ChatEnv }) {
  const isUnderWay = env.underWay.includes(task);
  return (
    <article
      className={classNames(styles.entry, styles.quiet)}
      data-chat="note"
      data-state={isUnderWay ? 'works' : 'rests'}
      aria-busy={isUnderWay || undefined}
    >
      <p className={styles.gutter}>fork</p>
      <p className={styles.openNote}>
        {isUnderWay
          ? 'Session note in progress; the turn does not wait for it'
          : 'The session note was interrupted, and continues with the run'}
        {env.onStopTask !== undefined && (
          <Button look="quiet" onClick={() => env.onStopTask?.(task)}>
            Stop the note
          </Button>
        )}
      </p>
    </article>
  );
}
