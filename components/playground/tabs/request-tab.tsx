'use client';

import { useMemo, useState } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { CopyButton } from '@/components/policy-editor/exchange/copy-button';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { type Failure, failureOf } from '@/lib/base/failure';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import type { CountedTokens } from '@/lib/worker/agent/agent-messages';
import { useAsked } from '../run/use-asked';
import styles from './tabs.module.css';

interface RequestTabProps {
  readonly call: number;
  readonly simulation: Simulation;
  readonly asks: Pick<RunAsks, 'request'>;
  /** Missing if the API cannot count the tokens. */
  readonly countTokens: RunAsks['countTokens'] | undefined;
}

/** The exact request of a call. */
export function RequestTab({ call, simulation, asks, countTokens }: RequestTabProps) {
  const question = useMemo(() => ({ call, simulation }), [call, simulation]);
  const { value: body, failure } = useAsked(question, () => asks.request(call));
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (body === undefined) return <p>Loading…</p>;
  const download = () => saveFile(`request-${call + 1}.json`, new Blob([body.text], { type: 'application/json' }));
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <p className={styles.muted}>
          Call {exactNumber(call + 1)}, {exactNumber(body.text.length)} characters as formatted here
          {body.betas.length > 0 && `, with ${body.betas.join(', ')}`}
        </p>
        <CopyButton text={body.text} />
        <Button onClick={download}>
          <Icon name="download" /> Download
        </Button>
      </div>
      {countTokens !== undefined && <TokenCheck ask={countTokens} />}
      <LongText text={body.text} label="Request JSON" />
    </div>
  );
}

/** On demand, because it is a separate request. */
function TokenCheck({ ask }: { readonly ask: RunAsks['countTokens'] }) {
  const [counted, setCounted] = useState<CountedTokens | Failure>();
  const count = () => {
    ask().then(setCounted, (error: unknown) => setCounted(failureOf(error)));
  };
  if (counted !== undefined && 'what' in counted) return <ErrorNote {...counted} />;
  return (
    <div className={styles.bar}>
      <Button onClick={count}>Count latest with the API</Button>
      <p role="status" className={styles.muted}>
        {counted !== undefined &&
          `The API counted ${exactNumber(counted.byApi)} tokens and we ${exactNumber(counted.byUs)}, ${percent(
            Math.abs(counted.byUs - counted.byApi) / Math.max(1, counted.byApi),
          )} ${counted.byUs < counted.byApi ? 'fewer' : 'more'}.`}
      </p>
    </div>
  );
}
