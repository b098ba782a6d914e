'use client';

import { useCallback, useState } from 'react';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/copy-text';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { BytesText } from '@/components/ui/number-text';
import { useAnswer } from '@/components/ui/use-answer';
import type { Failure } from '@/lib/base/failure';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { Provider } from '@/lib/transcript/validate-request';
import type { OpenSession, RequestBody, Side, SimulatedContext } from '@/lib/worker/engine/messages';
import { Choice } from './choice';
import { providerNames } from './providers';
import styles from './request-dialog.module.css';

interface RequestDialogProps {
  readonly ask: Pick<MessageAsks, 'body'>;
  readonly context: SimulatedContext;
  readonly provider: Provider;
  readonly systemInFile: OpenSession['systemInFile'];
  onProvider(provider: Provider): void;
  onClose(): void;
}

const sideNames: Readonly<Record<Side, string>> = { after: 'After', before: 'Before' };

const SYSTEM_NOTES: Readonly<Record<OpenSession['systemInFile'], string>> = {
  all: 'Includes the system prompt and tools from the file.',
  some: 'Includes only the part of the system prompt and tools that is in the file.',
  none: 'Does not include the system prompt and tools: they are not in the file.',
};

/** Either side of a call as a request, to be sent manually. */
export function RequestDialog({ ask, context, provider, systemInFile, onProvider, onClose }: RequestDialogProps) {
  const [side, setSide] = useState<Side>('after');
  const body = useBody(ask, context, side, provider);
  const [copied, setCopied] = useState<string>();
  const text = body !== undefined && 'text' in body ? body.text : undefined;
  const name = `call-${context.call + 1}-${side}.${provider}.json`;

  const copy = async () => {
    if (text === undefined) return;
    setCopied((await copyText(text)) ? 'Copied.' : 'The browser blocked copying. Download it instead.');
  };

  return (
    <Dialog title={`Request body for call ${exactNumber(context.call + 1)}`} isOpen onClose={onClose}>
      <div className={styles.choices}>
        <Choice label="Messages before or after the policy" options={sideNames} value={side} onChoose={setSide} />
        <Choice label="Format" options={providerNames} value={provider} onChoose={onProvider} />
      </div>
      {body !== undefined && 'what' in body ? (
        <ErrorNote {...body} />
      ) : (
        <p className={styles.size}>
          {exactNumber(context[side].length)} messages,{' '}
          {body === undefined ? 'preparing…' : <BytesText bytes={new Blob([body.text]).size} />}
          {body !== undefined && <Refused body={body} provider={provider} />}
        </p>
      )}
      <p className={styles.note}>
        {SYSTEM_NOTES[systemInFile]} Secrets masked at import stay masked. Thinking is omitted: providers reject it
        without its signature.
      </p>
      <div className={styles.actions}>
        <span role="status">{copied}</span>
        <Button disabled={text === undefined} onClick={copy}>
          <Icon name="copy" /> Copy
        </Button>
        <Button
          look="main"
          disabled={text === undefined}
          onClick={() => text !== undefined && saveFile(name, new Blob([text], { type: 'application/json' }))}
        >
          <Icon name="download" /> Download
        </Button>
      </div>
    </Dialog>
  );
}

function Refused({ body: { violations }, provider }: { readonly body: RequestBody; readonly provider: Provider }) {
  const open = violations.filter(({ isMended }) => !isMended);
  const [first] = open;
  if (first === undefined) return ', a valid request.';
  return (
    <>
      . {providerNames[provider]} would reject it: {first.what}
      {open.length > 1 && `, and ${exactNumber(open.length - 1)} more`}.
    </>
  );
}

function useBody(
  ask: Pick<MessageAsks, 'body'>,
  { call }: SimulatedContext,
  side: Side,
  provider: Provider,
): RequestBody | Failure | undefined {
  return useAnswer(
    useCallback((signal) => ask.body({ call, side, provider }, { signal }), [ask, call, side, provider]),
  );
}
