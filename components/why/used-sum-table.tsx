import { CallLink } from '@/components/ui/call-link';
import { exactNumber } from '@/lib/series/words/format-number';
import { type UsedSum, type UsedTerm, usedSumText, usedTermName } from '@/lib/simulator/explain/used-sum';
import { CopyButton } from './copy-button';
import { type SumLine, SumTable } from './sum-table';

interface UsedSumTableProps {
  readonly sum: UsedSum;
  onSelectCall(call: number): void;
}

/** The terms of the left side of the equation. */
export function UsedSumTable({ sum, onSelectCall }: UsedSumTableProps) {
  const { used, terms } = sum;
  const lines = terms.flatMap((term, place): readonly SumLine[] => {
    const sign = term.tokens < 0 ? '− ' : place === 0 ? '' : '+ ';
    const amount = `${sign}${exactNumber(Math.abs(term.tokens))}`;
    if (term.type !== 'usage') return [{ amount, name: usedTermName(term), rule: ruleOf(term) }];
    const { input, cacheRead, cacheWritten, output } = term.parts;
    const part = (tokens: number, name: string): SumLine => ({ amount: exactNumber(tokens), name, look: 'part' });
    return [
      {
        amount,
        name: (
          <>
            {term.isRecorded ? 'recorded' : 'simulated'} usage of{' '}
            <CallLink call={term.call} onSelectCall={onSelectCall} />
          </>
        ),
        rule: 'T2',
      },
      part(input, 'input'),
      part(cacheRead, 'cache read'),
      part(cacheWritten, 'cache written'),
      part(output, term.isOutputEstimated ? 'output (estimated from the reply)' : 'output'),
    ];
  });
  return (
    <SumTable
      label="Breakdown of used tokens"
      lines={[
        ...lines,
        {
          amount: exactNumber(used),
          name: (
            <>
              used <CopyButton label="the sum" text={usedSumText(sum)} />
            </>
          ),
          look: 'total',
        },
      ]}
    />
  );
}

function ruleOf({ type }: UsedTerm): string {
  switch (type) {
    case 'freed':
      return 'T3';
    case 'each-message':
    case 'whole':
      return 'T9';
    case 'recounted':
      return 'T4';
    case 'old-reasoning':
      return 'W10';
    case 'usage':
    case 'system':
    case 'added':
      return 'T2';
  }
}
