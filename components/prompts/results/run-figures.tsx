import type { ReactNode } from 'react';
import { NumberText } from '@/components/ui/number-text';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { RunResult } from '@/lib/state/prompts/prompt-run';
import { inputSide } from '@/lib/transcript/usage';
import styles from './run-figures.module.css';

/** The size of a summary, and its cost. */
export function RunFigures({ result: { text, tokens, context, sent } }: { readonly result: RunResult }) {
  const usage = sent?.usage;
  return (
    <dl className={styles.figures}>
      <Figure name="Summary">
        <NumberText value={tokens} unit="tokens" isEstimate /> tokens, {exactNumber(text.length)} characters
      </Figure>
      {context !== undefined && (
        <Figure name="Context">
          <NumberText value={context.before} unit="tokens" isEstimate /> →{' '}
          <NumberText value={context.after} unit="tokens" isEstimate />
        </Figure>
      )}
      {usage !== undefined && (
        <Figure name="Sent">
          <NumberText value={inputSide(usage)} unit="tokens" />,{' '}
          {percent(usage.cacheRead / Math.max(1, inputSide(usage)))} from the cache
        </Figure>
      )}
      {usage !== undefined && (
        <Figure name="Output">
          <NumberText value={usage.output} unit="tokens" />
        </Figure>
      )}
      {sent !== undefined && (
        <>
          <Figure name="Cost">{sent.dollars === undefined ? 'unknown' : dollars(sent.dollars)}</Figure>
          <Figure name="Time">
            {seconds(sent.timeMs)}
            {sent.firstTokenMs !== undefined && `, first token after ${seconds(sent.firstTokenMs)}`}
            {sent.tries > 1 && `, ${sent.tries} tries`}
          </Figure>
        </>
      )}
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
