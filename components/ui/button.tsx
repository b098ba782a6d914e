import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly look?: 'plain' | 'main' | 'quiet';
}

/** Uses aria-disabled: the disabled attribute would remove the focus from a button that was just pressed. */
export function Button({
  look = 'plain',
  className,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(styles.button, styles[look], className)}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
