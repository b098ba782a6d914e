import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ShownPiece } from '@/lib/agent/view/system-view';
import styles from './system.module.css';

const MOST_LINES = 1_000;

/** [I2] [Y5] The text that is sent, each line with the file that it comes from. */
export function EffectiveText({ pieces }: { readonly pieces: readonly ShownPiece[] }) {
  const lines = pieces.flatMap(({ text, path, firstLine = 1 }) =>
    text.split('\n').map((line, place) => ({ line, path, number: firstLine + place })),
  );
  const rest = lines.length - MOST_LINES;
  return (
    <ScrollArea className={styles.effective} label="Effective text of the instructions">
      <table>
        <colgroup>
          <col />
          <col className={styles.origins} />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Text</th>
            <th scope="col">Origin</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST_LINES).map(({ line, path, number }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and may be alike
            <tr key={place}>
              <td className={path === undefined ? styles.ours : styles.line}>{line}</td>
              <td className={styles.origin} title={path}>
                {path === undefined ? '' : `${shortPath(path)}:${number}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className={styles.muted}>{rest.toLocaleString('en')} more lines</p>}
    </ScrollArea>
  );
}

function shortPath(path: string): string {
  return path.replace(/^\/workspace\//, '').replace(/^\/home\/agent\//, '~/');
}
