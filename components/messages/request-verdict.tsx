'use client';

import { useCallback, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { useAnswer } from '@/components/ui/use-answer';
import type { Failure } from '@/lib/base/failure';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { Provider } from '@/lib/transcript/validate-request';
import type { SimulatedContext, SimulatedMessage, Violation } from '@/lib/worker/engine/messages';
import { providerNames } from './providers';
import styles from './request-verdict.module.css';

interface RequestVerdictProps {
  readonly ask: Pick<MessageAsks, 'violations'>;
  readonly context: SimulatedContext;
  readonly provider: Provider;
  onProvider(provider: Provider): void;
  onShow(violation: Violation): void;
}

/** [L1] [L2] Whether a provider would accept the call. */
export function RequestVerdict({ ask, context, provider, onProvider, onShow }: RequestVerdictProps) {
  const judgement = useViolations(ask, context, provider);
  const [isOpen, setOpen] = useState(false);
  const violations = judgement !== undefined && !('what' in judgement) ? judgement : [];
  return (
    <div className={styles.verdict}>
      <select
        aria-label="Validate for"
        value={provider}
        onChange={({ target }) => onProvider(target.value === 'openai' ? 'openai' : 'anthropic')}
      >
        <option value="anthropic">{providerNames.anthropic}</option>
        <option value="openai">{providerNames.openai}</option>
      </select>
      {violations.length === 0 ? (
        <p role="status">{inWords(judgement)}</p>
      ) : (
        <Button
          look="quiet"
          className={classNames(styles.problems, violations.some(({ isMended }) => !isMended) && styles.danger)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="warning" /> {inWords(judgement)}
        </Button>
      )}
      {isOpen && violations.length > 0 && <Violations context={context} violations={violations} onShow={onShow} />}
    </div>
  );
}

function inWords(judgement: Judgement | undefined): string {
  if (judgement === undefined) return 'Checking…';
  if ('what' in judgement) return `Not checked: ${judgement.what}`;
  const open = judgement.filter(({ isMended }) => !isMended).length;
  if (open > 0) return `${exactNumber(open)} ${open === 1 ? 'violation' : 'violations'}`;
  return judgement.length === 0 ? 'Valid request' : 'Valid when exported';
}

const MAX_LISTED = 200;

interface ViolationsProps {
  readonly context: SimulatedContext;
  readonly violations: readonly Violation[];
  onShow(violation: Violation): void;
}

function Violations({ context, violations, onShow }: ViolationsProps) {
  return (
    <ol className={styles.list} aria-label="Violations">
      {violations.slice(0, MAX_LISTED).map((violation) => {
        const { rule, messageIndex, partIndex = 0, what, isMended } = violation;
        return (
          <li key={`${rule} ${messageIndex}.${partIndex}`}>
            <button type="button" onClick={() => onShow(violation)}>
              {nameOf(context.after[messageIndex])}
            </button>
            : {what}. {isMended && <span className={styles.mended}>Exporting the request fixes this.</span>}
          </li>
        );
      })}
      {violations.length > MAX_LISTED && <li>And {exactNumber(violations.length - MAX_LISTED)} more.</li>}
    </ol>
  );
}

/** Named as in the list. */
function nameOf(message: SimulatedMessage | undefined): string {
  return message?.type === 'recorded' ? `Message ${exactNumber(message.index + 1)}` : 'Message added by a layer';
}

/** The request of a call that is only passed by is not checked. */
const ASK_AFTER_MS = 150;

type Judgement = readonly Violation[] | Failure;

/** What a provider would reject about the call; undefined while unknown. */
function useViolations(
  ask: Pick<MessageAsks, 'violations'>,
  context: SimulatedContext,
  provider: Provider,
): Judgement | undefined {
  const judge = useCallback(
    (signal: AbortSignal) => ask.violations({ call: context.call, side: 'after', provider }, { signal }),
    [ask, context, provider],
  );
  return useAnswer(judge, ASK_AFTER_MS);
}
