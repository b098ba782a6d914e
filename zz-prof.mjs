import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const f = 'node_modules/.cache/browser/browser.json';
const o = existsSync(f) ? JSON.parse(readFileSync(f, 'utf8')) : {};
const b = await chromium.launch({
  executablePath: o.executablePath,
  env: o.env ? { ...process.env, ...o.env } : undefined,
});
const ctx = await b.newContext({ viewport: { width: 1280, height: 800 } });
const page = await ctx.newPage();
await page.addInitScript(() => localStorage.setItem('highwater:tour', 'done'));
const c = await ctx.newCDPSession(page);
await c.send('Performance.enable');
const m = async (n) => {
  const r = await c.send('Performance.getMetrics');
  const g = (k) => r.metrics.find((x) => x.name === k).value;
  console.log(
    n,
    [
      'TaskDuration',
      'ScriptDuration',
      'LayoutDuration',
      'RecalcStyleDuration',
      'LayoutCount',
      'RecalcStyleCount',
      'Nodes',
    ]
      .map((k) => k + ' ' + g(k).toFixed(2))
      .join('  '),
  );
};
await page.goto('http://127.0.0.1:4951/playground');
await page.getByLabel('Prompt or command').waitFor();
await m('loaded');
await page.getByLabel('Speed').selectOption(process.argv[2] ?? 'Fast');
await c.send('Profiler.enable');
await c.send('Profiler.setSamplingInterval', { interval: 500 });
await c.send('Profiler.start');
const t = Date.now();
await page.getByLabel('Prompt or command').fill('Fix the failing tests.');
await page.getByLabel('Prompt or command').press('Enter');
await page.waitForTimeout(500);
await page.waitForFunction(
  () => /Waiting for a prompt/.test(document.querySelector('header [role=status]')?.textContent ?? ''),
  null,
  { timeout: 120000, polling: 500 },
);
console.log('wall', (Date.now() - t) / 1000);
await m('run');
const { profile } = await c.send('Profiler.stop');
writeFileSync('/tmp/rb/pp/main.cpuprofile', JSON.stringify(profile));
await b.close();
const byId = new Map(profile.nodes.map((n) => [n.id, n]));
const self = new Map();
profile.samples.forEach((id, i) => {
  const n = byId.get(id);
  const k =
    n.callFrame.functionName +
    ' ' +
    n.callFrame.url.split('/').pop() +
    ':' +
    n.callFrame.lineNumber +
    ':' +
    n.callFrame.columnNumber;
  self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i]);
});
for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 25)) console.log((v / 1000).toFixed(0), 'ms', k);
