import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/words/format-number';
import type { WeighedContext } from '@/lib/simulator/recorded/context-at-call';
import styles from './tool-results.module.css';

const SHOWN = 8;

export function ToolResults({ byTool }: { readonly byTool: WeighedContext['byTool'] }) {
  if (byTool.length === 0) return null;
  const sorted = byTool.toSorted((a, b) => b.tokens - a.tokens);
  const largest = Math.max(1, sorted[0]?.tokens ?? 1);
  return (
    <section aria-labelledby="tool-results-title">
      <h2 id="tool-results-title" className={styles.title}>
        Tool results by tool
      </h2>
      <Tools tools={sorted.slice(0, SHOWN)} largest={largest} />
      {sorted.length > SHOWN && (
        <details>
          <summary className={styles.more}>{exactNumber(sorted.length - SHOWN)} more tools</summary>
          <Tools tools={sorted.slice(SHOWN)} largest={largest} />
        </details>
      )}
    </section>
  );
}

function Tools({ tools, largest }: { readonly tools: WeighedContext['byTool']; readonly largest: number }) {
  return (
    <table className={styles.table}>
      <tbody>
        {tools.map(({ toolName, tokens, results }) => (
          <tr key={toolName}>
            <th scope="row" title={toolName}>
              {toolName}
            </th>
            <td className={styles.bar}>
              <span style={{ width: `${(tokens / largest) * 100}%` }} />
            </td>
            <td className={styles.number}>
              <NumberText value={tokens} unit="tokens" isEstimate source="share of this call, estimated from length" />
            </td>
            <td className={styles.count}>{results === 1 ? '1 result' : `${exactNumber(results)} results`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
