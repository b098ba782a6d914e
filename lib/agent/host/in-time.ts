/** [H3] What takes longer is stopped, and not waited for. */
export async function inTime<Value>(
  limitMs: number,
  stopped: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | 'late'> {
  const late = new AbortController();
  const isLate = new Promise<'late'>((resolve) => {
    late.signal.addEventListener('abort', () => resolve('late'), { once: true });
  });
  const timer = setTimeout(() => late.abort(), Math.max(0, limitMs));
  try {
    return await Promise.race([work(AbortSignal.any([stopped, late.signal])), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
