import styles from './number-text.module.css';

export function TimeText({ timeMs, withTime = false }: { readonly timeMs: number; readonly withTime?: boolean }) {
  const time = new Date(timeMs);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}`;
  return (
    <time dateTime={time.toISOString()} className={styles.number} title={time.toString()}>
      {withTime ? `${day} ${clock}` : day}
    </time>
  );
}
