import { Fact, Facts } from '@/components/ui/facts';
import { NumberText } from '@/components/ui/number-text';
import { priceText } from '@/lib/series/words/format-dollars';
import { exactNumber, percent, seconds } from '@/lib/series/words/format-number';
import type { RunResult } from '@/lib/state/prompts/prompt-run';
import { inputSide } from '@/lib/transcript/usage';

/** The size of a summary, and its cost. */
export function RunFigures({ result: { text, tokens, context, sent } }: { readonly result: RunResult }) {
  const usage = sent?.usage;
  const isUsageEstimated = sent?.isUsageEstimated === true;
  return (
    <Facts>
      <Fact name="Summary">
        <NumberText value={tokens} unit="tokens" isEstimate /> tokens, {exactNumber(text.length)} characters
      </Fact>
      {context !== undefined && (
        <Fact name="Context">
          <NumberText value={context.before} unit="tokens" isEstimate /> →{' '}
          <NumberText value={context.after} unit="tokens" isEstimate />
        </Fact>
      )}
      {usage !== undefined && (
        <Fact name="Sent">
          <NumberText value={inputSide(usage)} unit="tokens" isEstimate={isUsageEstimated} />,{' '}
          {isUsageEstimated
            ? 'estimated: the server reported no usage'
            : `${percent(usage.cacheRead / Math.max(1, inputSide(usage)))} from the cache`}
        </Fact>
      )}
      {usage !== undefined && (
        <Fact name="Output">
          <NumberText value={usage.output} unit="tokens" isEstimate={isUsageEstimated} />
        </Fact>
      )}
      {sent !== undefined && (
        <>
          <Fact name="Cost">{`${isUsageEstimated && sent.dollars ? '≈ ' : ''}${priceText(sent.dollars)}`}</Fact>
          {sent.isInBatch === true ? (
            <Fact name="Sent in">a batch, at half the list price</Fact>
          ) : (
            <Fact name="Time">
              {seconds(sent.timeMs)}
              {sent.firstTokenMs !== undefined && `, first token after ${seconds(sent.firstTokenMs)}`}
              {sent.tries > 1 && `, ${sent.tries} tries`}
            </Fact>
          )}
        </>
      )}
    </Facts>
  );
}
