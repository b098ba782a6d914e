import type { ProjectFiles } from './project-files';
import type { Random } from './random';

export interface FailedCase {
  readonly file: string;
  readonly title: string;
  readonly details: string;
}

/** What `vitest run` prints, with the titles that really stand in the test files. */
export function testRun(
  files: ProjectFiles,
  paths: readonly string[],
  random: Random,
  options: { readonly verbose: boolean; readonly failed?: readonly FailedCase[] },
): string {
  const failed = options.failed ?? [];
  const lines: string[] = [' RUN  v3.2.4', ''];
  let passedCount = 0;
  let failedFiles = 0;
  let totalMs = 0;
  for (const path of paths) {
    const titles = files.lines(path).flatMap((line) => /^\s+it\('(.+)', (?:async )?\(/.exec(line)?.[1] ?? []);
    const broken = failed.filter((entry) => entry.file === path);
    const durationMs = random.integer(9, 60) + titles.length * random.integer(1, 7);
    totalMs += durationMs;
    passedCount += titles.length - broken.length;
    if (broken.length > 0) failedFiles += 1;
    const counts = broken.length > 0 ? `${titles.length} tests | ${broken.length} failed` : `${titles.length} tests`;
    lines.push(` ${broken.length > 0 ? 'FAIL' : 'ok  '} ${path} (${counts}) ${durationMs}ms`);
    for (const title of titles) {
      const isBroken = broken.some((entry) => entry.title === title);
      if (isBroken || options.verbose) lines.push(`   ${isBroken ? 'x' : '-'} ${title} ${random.integer(0, 38)}ms`);
    }
  }
  for (const entry of failed) lines.push('', ` FAIL  ${entry.file} > ${entry.title}`, entry.details);
  lines.push(
    '',
    ` Test Files  ${failedFiles > 0 ? `${failedFiles} failed | ` : ''}${paths.length - failedFiles} passed (${paths.length})`,
    `      Tests  ${failed.length > 0 ? `${failed.length} failed | ` : ''}${passedCount} passed (${passedCount + failed.length})`,
    `   Duration  ${(totalMs / 1000).toFixed(2)}s (transform ${random.integer(180, 600)}ms, collect ${random.integer(700, 2400)}ms)`,
  );
  return lines.join('\n');
}

export function gitStat(files: readonly string[], random: Random): string {
  let added = 0;
  let removed = 0;
  const width = Math.max(...files.map((file) => file.length));
  const lines = files.map((file) => {
    const plus = random.integer(2, 48);
    const minus = random.integer(0, 22);
    added += plus;
    removed += minus;
    return ` ${file.padEnd(width)} | ${String(plus + minus).padStart(3)} ${'+'.repeat(Math.ceil(plus / 4))}${'-'.repeat(Math.ceil(minus / 4))}`;
  });
  return `${lines.join('\n')}\n ${files.length} files changed, ${added} insertions(+), ${removed} deletions(-)`;
}

export function typeErrors(
  random: Random,
  errors: readonly { readonly path: string; readonly message: string }[],
): string {
  const lines = errors.map(
    ({ path, message }) => `${path}(${random.integer(12, 400)},${random.integer(3, 60)}): error TS${message}`,
  );
  return `${lines.join('\n')}\n\nFound ${errors.length} errors.`;
}
