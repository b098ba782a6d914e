import type { Random } from './random';

type LineMaker = (random: Random) => string;

const LINES: readonly LineMaker[] = [
  (r) =>
    `DEBUG lease    renewed lease=${lease(r)} job=${job(r)} epoch=${r.integer(3, 61)} until=+${r.integer(3600, 5000)}ms`,
  (r) => `DEBUG lease    granted lease=${lease(r)} job=${job(r)} worker=${worker(r)} epoch=${r.integer(3, 61)}`,
  (r) => `INFO  lease    reclaimed lease=${lease(r)} from=${worker(r)} late=${r.integer(4, 900)}ms`,
  (r) => `DEBUG sched    due tick=${r.integer(70_000, 99_000)} jobs=${r.integer(1, 24)} wheel=${r.integer(0, 511)}`,
  (r) => `DEBUG sched    armed timer job=${job(r)} in=${r.integer(1, 480)}00ms slot=${r.integer(0, 511)}`,
  (r) =>
    `DEBUG store    append segment=${segment(r)} offset=${r.integer(10_000, 990_000)} bytes=${r.integer(96, 2100)} fsync=${r.integer(1, 19)}.${r.integer(0, 9)}ms`,
  (r) => `INFO  store    sealed segment=${segment(r)} frames=${r.integer(900, 4100)} live=${r.integer(12, 97)}%`,
  (r) =>
    `INFO  compact  merged segments=${r.integer(2, 6)} dropped=${r.integer(40, 900)} kept=${r.integer(900, 3000)} took=${r.integer(80, 640)}ms`,
  (r) =>
    `DEBUG net      frame seq=${r.integer(1, 9_999)} type=${r.pick(['HEARTBEAT', 'GRANT', 'ACK', 'NACK', 'RENEW', 'CREDIT'])} bytes=${r.integer(18, 900)} peer=${node(r)}`,
  (r) => `WARN  net      slow peer=${node(r)} queued=${r.integer(20, 200)} oldest=${r.integer(90, 700)}ms`,
  (r) =>
    `INFO  ring     member ${node(r)} rtt=${r.integer(1, 9)}.${r.integer(0, 9)}ms shards=${r.integer(10, 44)} incarnation=${r.integer(1, 7)}`,
  (r) => `DEBUG worker   ${worker(r)} started job=${job(r)} attempt=${r.integer(1, 4)} queue=${queue(r)}`,
  (r) => `DEBUG worker   ${worker(r)} finished job=${job(r)} in ${r.integer(8, 1900)}ms`,
  (r) => `DEBUG receipt  ack job=${job(r)} worker=${worker(r)} epoch=${r.integer(3, 61)} state=settled`,
  (r) =>
    `INFO  receipt  nack job=${job(r)} reason=${r.pick(['timeout', 'handler-threw', 'draining', 'bad-payload'])} retry-in=${r.integer(2, 64)}00ms`,
  (r) => `DEBUG quota    queue=${queue(r)} used=${r.integer(10, 99)}% burst=${r.integer(0, 12)}`,
  (r) =>
    `INFO  gc       pause=${r.integer(2, 48)}.${r.integer(0, 9)}ms heap=${r.integer(90, 412)}MB loop-lag=${r.integer(1, 60)}ms`,
  (r) =>
    `DEBUG cursor   saved reader=${r.pick(['replica-1', 'replica-2', 'audit', 'metrics'])} offset=${r.integer(10_000, 990_000)} lag=${r.integer(0, 340)}`,
  (r) =>
    `DEBUG admin    GET ${r.pick(['/leases', '/queues', '/ring', '/healthz', '/segments', '/workers'])} 200 ${r.integer(1, 14)}ms`,
  (r) =>
    `DEBUG backoff  job=${job(r)} attempt=${r.integer(2, 7)} delay=${r.integer(3, 91)}00ms jitter=0.${r.integer(10, 49)}`,
];

const NODES = ['node-a', 'node-b'] as const;

function node(r: Random): string {
  return r.pick(NODES);
}
function lease(r: Random): string {
  return `ls_${r.hex(6)}`;
}
function job(r: Random): string {
  return `jb_${r.hex(8)}`;
}
function worker(r: Random): string {
  return `w${r.integer(1, 16)}@${node(r)}`;
}
function segment(r: Random): string {
  return String(r.integer(31, 96)).padStart(6, '0');
}
function queue(r: Random): string {
  return r.pick(['thumbnails', 'exports', 'mail-digest', 'index-rebuild', 'cleanup', 'webhooks']);
}

/** `inserted` lines take the place of the generated one at that index. */
export function queueLog(
  random: Random,
  count: number,
  startMs: number,
  inserted: ReadonlyMap<number, string> = new Map(),
): string {
  let timeMs = startMs;
  const lines: string[] = [];
  for (let index = 0; index < count; index++) {
    timeMs += random.chance(0.06) ? random.integer(60, 340) : random.integer(0, 9);
    const body = inserted.get(index) ?? random.pick(LINES)(random);
    lines.push(`${new Date(timeMs).toISOString()} ${node(random)} ${body}`);
  }
  return lines.join('\n');
}
