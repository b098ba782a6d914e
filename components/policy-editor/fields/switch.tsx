import styles from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly describedBy?: string;
  readonly isOn: boolean;
  onSwitch(isOn: boolean): void;
}

export function Switch({ label, describedBy, isOn, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-describedby={describedBy}
      aria-checked={isOn}
      onClick={() => onSwitch(!isOn)}
    />
  );
}
