import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly look?: 'plain' | 'main' | 'quiet';
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(styles.button, styles[look], className)} {...rest} />;
}
