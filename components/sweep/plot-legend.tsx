import styles from './plot-legend.module.css';

interface PlotLegendProps {
  readonly hasPresent: boolean;
  readonly hasBands: boolean;
  readonly hasFailed: boolean;
}

export function PlotLegend({ hasPresent, hasBands, hasFailed }: PlotLegendProps) {
  return (
    <ul className={styles.legend} data-part="legend" aria-label="Legend">
      {hasPresent && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <path d="M6 0V12" className={styles.present} />
          </svg>
          current value
        </li>
      )}
      {hasBands && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <path d="M0 4 4 0M0 12 12 0M8 12 12 8" className={styles.hatch} />
          </svg>
          no effect
        </li>
      )}
      {hasFailed && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="3" className={styles.failed} />
          </svg>
          did not finish
        </li>
      )}
    </ul>
  );
}
