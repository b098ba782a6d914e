import { Button, type ButtonProps } from './button';
import styles from './button.module.css';
import { Icon, type IconName } from './icon';

interface IconButtonProps extends Omit<ButtonProps, 'look' | 'className' | 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** States what it does; also its tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <Button look="quiet" className={styles.icon} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </Button>
  );
}
