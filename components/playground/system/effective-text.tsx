import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import type { ShownPiece } from '@/lib/agent/view/system-view';
import styles from './system.module.css';

const MOST_LINES = 1_000;

/** [I2] [Y5] The text that is sent, each line with the file that it comes from. */
export function EffectiveText({ pieces }: { readonly pieces: readonly ShownPiece[] }) {
  const lines = pieces.flatMap(({ text, path }) => text.split('\n').map((line, number) => ({ line, path, number })));
  const rest = lines.length - MOST_LINES;
  return (
    <ScrollArea className={styles.effective} label="Effective text of the instructions">
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Text</th>
            <th scope="col">Origin</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST_LINES).map(({ line, path, number }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and may be alike
            <tr key={place} data-own={path === undefined}>
              <td className={styles.line}>{line}</td>
              <td className={styles.origin}>{path === undefined ? '' : `${shortPath(path)}:${number + 1}`}</td>
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
