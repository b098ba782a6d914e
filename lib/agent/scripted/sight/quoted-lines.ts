const LONGEST_LINE = 300;

/** Text of files, marked as such: whatever it says, it is not said by the script. */
export function quotedLines(lines: readonly string[]): string {
  return lines.map((line) => `> ${line.slice(0, LONGEST_LINE).toWellFormed()}`.trimEnd()).join('\n');
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
