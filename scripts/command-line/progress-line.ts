/**
 * The progress of a command, in one line that is overwritten. Only on a terminal: a file would contain every state of it.
 */
export function progressLine(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, total: number, unit: string) {
  let done = 0;
  const write = (text: string) => {
    if (output.isTTY) output.write(`\r\u001b[K${text}`);
  };
  return {
    add(count: number): void {
      done += count;
      write(`${done} of ${total} ${unit}`);
    },
    clear: () => write(''),
  };
}
