'use client';

import { useStore } from 'zustand';
import { apiAccess } from '@/components/api/api-stores';
import { useIsAvailable } from '@/components/api/use-has-key';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { NumberText } from '@/components/ui/number-text';
import type { RunLimits } from '@/lib/agent/journal/entry';
import type { ToSend } from '@/lib/agent/view/to-send';
import { providerName, providersOf } from '@/lib/agent/view/who-answers';
import { isFreeModel, providerOf, sentModelId } from '@/lib/economics/model-provider';
import { dollars } from '@/lib/series/words/format-dollars';
import { counted, exactNumber } from '@/lib/series/words/format-number';

interface ConfirmDialogProps {
  /** Missing while nothing is to be confirmed. */
  readonly toSend: ToSend | undefined;
  readonly limits: RunLimits | undefined;
  readonly isOpen: boolean;
  onSend(): void;
  onClose(): void;
}

/** Before the first paid call of a run: what is sent, where, and the price. Nothing is sent before the user confirms. */
export function ConfirmDialog({ toSend, limits, isOpen, onSend, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title="Send to the API?" isOpen={isOpen && toSend !== undefined} onClose={onClose}>
      {toSend !== undefined && limits !== undefined && (
        <FirstCall toSend={toSend} limits={limits} onSend={onSend} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FirstCallProps extends Pick<ConfirmDialogProps, 'onSend' | 'onClose'> {
  readonly toSend: ToSend;
  readonly limits: RunLimits;
}

const purposes = {
  turn: 'The first call',
  summary: 'The summary',
  note: 'The session note',
  recall: 'The selection of memories',
  memory: 'The extraction of memories',
  dream: 'The dream',
  agent: 'The first call of the agent',
  progress: 'The question what an agent is doing',
  hook: 'The hook',
} as const;

function FirstCall({ toSend, limits, onSend, onClose }: FirstCallProps) {
  const { model, purpose, messages, inputTokens, mostOutputTokens, files, selector, inputDollars, mostDollars } =
    toSend;
  const provider = providerOf(model);
  const known = useStore(apiAccess, ({ server }) => server && providersOf(server)[provider]);
  const isAvailable = useIsAvailable(provider);
  return (
    <div className={forms.form}>
      <p>
        <strong>{sentModelId(model)}</strong> answers this run. Its calls go through this page’s server to{' '}
        <strong>{providerName(known ?? toSend.provider)}</strong>.{' '}
        {isFreeModel(model) ? 'You said that they cost nothing.' : 'They are paid.'}
        {selector !== undefined && ` ${selector} chooses which memories to recall; its prices are no higher.`}
      </p>
      <p>
        {purposes[purpose]} sends the system prompt, your instructions, the tool definitions and{' '}
        {counted(messages, 'message')}: <NumberText value={inputTokens} unit="tokens" isEstimate /> tokens in, up to{' '}
        <NumberText value={mostOutputTokens} unit="tokens" isRound /> out.{' '}
        {inputDollars === undefined || mostDollars === undefined
          ? 'Price unknown.'
          : `${dollars(inputDollars)} to ${dollars(mostDollars)} at most.`}
      </p>
      <p>
        Every further call sends the context again, with whatever the agent has read of the {counted(files, 'file')} by
        then. Secrets are not masked. A turn stops at {exactNumber(limits.calls)} calls or {dollars(limits.dollars)}
        {limits.runCalls !== undefined && limits.runDollars !== undefined && (
          <>
            , the whole run at {exactNumber(limits.runCalls)} calls or {dollars(limits.runDollars)}
          </>
        )}
        , as set in the Policy tab.
      </p>
      <p className={forms.muted}>
        Estimated from list prices. You are asked once per run, and again for another model or provider.
      </p>
      {!isAvailable && provider === 'anthropic' && (
        <ErrorNote
          look="notice"
          what="No API key is set, here or on the server. The API will reject the call."
          advice="Enter one in the Policy tab."
        />
      )}
      <div className={forms.buttons}>
        <Button look="main" onClick={onSend}>
          Send
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
