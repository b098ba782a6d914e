import { RuleTag } from '@/components/rules/rule-tag';
import { actors } from '@/lib/layers/index';
import { breakEvenWords } from '@/lib/series/words/break-even-words';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import type { BillAtCall } from '@/lib/simulator/explain/bill-at-call';
import styles from './bill-block.module.css';
import { type SumLine, SumTable } from './sum-table';

interface BillBlockProps {
  readonly bill: BillAtCall;
  readonly call: number;
  /** Of the session. */
  readonly calls: number;
}

/** What was done before the call, as far as cost is concerned. */
export function BillBlock({ bill: { layers: acted, model, bill, ...tokens }, call, calls }: BillBlockProps) {
  const { askedTokens, readTokens, summaryTokens, rewrittenTokens, freedTokens } = tokens;
  const amount = (cost: number | undefined) => (cost === undefined ? '?' : signedDollars(cost));
  const asked: readonly SumLine[] =
    askedTokens === 0
      ? []
      : [
          {
            amount: amount(bill?.request),
            name: `request: ${exactNumber(askedTokens)} tokens, ${exactNumber(readTokens)} from the cache`,
          },
          { amount: `+ ${amount(bill?.output)}`, name: `output: ${exactNumber(summaryTokens)} tokens` },
        ];
  const lines: readonly SumLine[] = [
    ...asked,
    {
      amount: `${asked.length > 0 ? '+ ' : ''}${amount(bill?.rewrite)}`,
      name: `cache rewrite: ${exactNumber(rewrittenTokens)} tokens`,
    },
    { amount: amount(bill?.total), name: 'bill', look: 'total' },
    { amount: amount(bill?.gainPerCall), name: `saved per call: ${exactNumber(freedTokens)} fewer tokens` },
  ];
  return (
    <div className={styles.block}>
      <p className={styles.muted}>
        {acted.map((layer) => actors[layer].title).join(', ')}
        {askedTokens === 0 && ': no model call'} <RuleTag rule="E3" />
      </p>
      <SumTable label="Compaction bill" lines={lines} />
      <p>
        {bill === undefined
          ? `No prices available for ${model === '' ? 'this model, which the file does not name' : model}.`
          : breakEvenWords(bill.breakEvenCall, call, calls)}
      </p>
    </div>
  );
}

function signedDollars(cost: number): string {
  return cost < 0 ? `− ${dollars(-cost)}` : dollars(cost);
}
