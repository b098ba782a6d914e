/**
 * Positions for labels of one height so that none overlap, each as close as possible to its target, within 0 and `room`,
 * the position of the lowest. If there is not enough room, the last ones overflow.
 */
export function spreadLabels(wanted: readonly number[], height: number, room: number): readonly number[] {
  const order = wanted.map((_, label) => label).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const runs: Run[] = [];
  for (const label of order) {
    let run = runOf([label], wanted, height, room);
    for (let above = runs.at(-1); above !== undefined && endOf(above, height) > run.top; above = runs.at(-1)) {
      runs.pop();
      run = runOf([...above.labels, ...run.labels], wanted, height, room);
    }
    runs.push(run);
  }
  const placed = [...wanted];
  for (const { labels, top } of runs) {
    labels.forEach((label, place) => {
      placed[label] = top + place * height;
    });
  }
  return placed;
}

/** Labels that touch each other. */
interface Run {
  readonly labels: readonly number[];
  readonly top: number;
}

/** On average, its labels are at their targets. */
function runOf(labels: readonly number[], wanted: readonly number[], height: number, room: number): Run {
  const sum = labels.reduce((total, label, place) => total + (wanted[label] ?? 0) - place * height, 0);
  const lowest = room - (labels.length - 1) * height;
  return { labels, top: Math.max(0, Math.min(lowest, sum / labels.length)) };
}

function endOf({ labels, top }: Run, height: number): number {
  return top + labels.length * height;
}
