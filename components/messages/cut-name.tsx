import styles from './cut-name.module.css';

/** Shorter ones fit, or lose only a little. */
const LONG = 16;
const END = 10;
const MAX_END = 28;

/** A path or a name on one line. If it is too long it is cut in the middle: its end tells it from others. */
export function CutName({ text }: { readonly text: string }) {
  const at = cutOf(text);
  if (at === undefined) return <span className={styles.start}>{text}</span>;
  return (
    <>
      <span className={styles.name} aria-hidden="true">
        <span className={styles.start}>{text.slice(0, at)}</span>
        <span className={styles.end}>{text.slice(at)}</span>
      </span>
      <span className="visually-hidden">{text}</span>
    </>
  );
}

/** Undefined for what is short, and for sentences and commands: their beginning says most. */
function cutOf(text: string): number | undefined {
  if (text.length < LONG || /\s/.test(text)) return undefined;
  const file = text.search(/(?<![^\\/])[^\\/]+[\\/]?$/);
  return file > 0 && text.length - file <= MAX_END ? file : text.length - END;
}
