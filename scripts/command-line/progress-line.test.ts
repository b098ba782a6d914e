import { describe, expect, it } from 'vitest';
import { progressLine } from './progress-line';

function written(isTTY: boolean): string {
  let text = '';
  const write = (some: string) => {
    text += some;
    return true;
  };
  const progress = progressLine({ isTTY, write }, 20, 'values');
  progress.add(8);
  progress.add(4);
  progress.clear();
  return text;
}

describe('the progress of a command', () => {
  it('is one line on a terminal, overwritten, and removed at the end', () => {
    expect(written(true)).toBe('\r\u001b[K8 of 20 values\r\u001b[K12 of 20 values\r\u001b[K');
  });

  it('is not written to a file or a pipe', () => {
    expect(written(false)).toBe('');
  });
});
