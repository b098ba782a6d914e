/** Columns of a terminal: the first to the left, numbers to the right. */
export function textTable(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const cells of lines)
    cells.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
