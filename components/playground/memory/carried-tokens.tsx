import { Fact, Facts } from '@/components/ui/facts';
import { BytesText, NumberText } from '@/components/ui/number-text';
import { ProgressBar } from '@/components/ui/progress-bar';
import type { MemoryView } from '@/lib/agent/view/memory-view';
import styles from './carried-tokens.module.css';

/** [A5] [R3] What memory adds to the next call, by the way it came into the session. */
export function CarriedTokens({ memory }: { readonly memory: Pick<MemoryView, 'tokens' | 'recallBytes' | 'recalls'> }) {
  const { tokens, recallBytes, recalls } = memory;
  return (
    <section className={styles.carried} aria-label="Tokens of memory">
      <Facts className={styles.facts}>
        <Fact name="Next call carries" source="Tokens of memory in the next call">
          <NumberText value={tokens.rules + tokens.index + tokens.recalled} unit="tokens" isEstimate />
        </Fact>
        <Fact name="Rules" source="In the system prompt, once per session: how to use the memory">
          <NumberText value={tokens.rules} unit="tokens" isEstimate />
        </Fact>
        <Fact name="Index" source="In the first message, once per session">
          <NumberText value={tokens.index} unit="tokens" isEstimate />
        </Fact>
        <Fact name="Recalled" source="Behind the prompts for which they were chosen">
          <NumberText value={tokens.recalled} unit="tokens" isEstimate />
        </Fact>
        {recalls && (
          <Fact name="Recall used" source="Bytes of recalled memories, since the session began or was compacted">
            <BytesText bytes={recallBytes.used} /> of <BytesText bytes={recallBytes.most} />
          </Fact>
        )}
      </Facts>
      {recalls && <ProgressBar label="Recall bytes used" value={recallBytes.used} max={recallBytes.most} />}
    </section>
  );
}
