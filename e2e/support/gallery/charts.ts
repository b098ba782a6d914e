import { expect, type Locator, type Page, test } from '@playwright/test';
import { openAgents } from '../agents-session';
import { PromptsView } from '../prompts-view';
import {
  comparePolicies,
  compareRuns,
  compareSummaries,
  compareWithRecording,
  openFirstCompaction,
  openForecast,
  openSample,
  openSessions,
  reasons,
  sweepSetting,
  type View,
  watchAgent,
  wide,
} from '../views';

/** A chart of the product, as described on its page in docs/charts. */
export interface GalleryChart extends View {
  /** Names its page and its picture. */
  readonly name: string;
  readonly title: string;
  readonly where: string;
  readonly shows: string;
  readonly reading: readonly string[];
  readonly code: readonly string[];
  /** The parts of the page that are drawn, from top to bottom. */
  parts(page: Page): readonly Locator[];
}

const context = (page: Page) => page.locator('[data-chart="context"]');
const plot = (page: Page) => context(page).locator('[data-part="plot"]');
const overview = (page: Page) => page.locator('[data-chart="overview"]');
const legend = (page: Page) => context(page).locator('[data-part="legend"]');
const wholeChart = (page: Page) => [plot(page), overview(page), legend(page)];

const narrow = { width: 820, height: 900 };

export const galleryCharts: readonly GalleryChart[] = [
  {
    name: 'recording',
    title: 'Context of a recording',
    where: 'Prompts, after *Show chart*; Simulate, until the first replay is there',
    shows:
      'How large the context was at every call of the session, what it consisted of, and where the recorded agent compacted it.',
    reading: [
      'Each colour is a category of content, stacked from the system prompt up. Their sum is what the call sent.',
      'A dashed line with a mark at its top is a recorded compaction. A hollow mark was inferred from a drop in size.',
      'The blue line is the selected call. Click to select another one. Its numbers, or those of the call at the pointer, are above.',
      'Drag over calls, or turn the wheel with Ctrl, to zoom in. Double-click to show all.',
      'A click in the legend hides a category, a kind of event or a line.',
    ],
    code: [
      'components/charts/simulation-chart.tsx',
      'components/charts/plot/context-areas.tsx',
      'components/charts/plot/event-lines.tsx',
      'lib/series/chart/stack-paths.ts',
    ],
    size: narrow,
    reach: compareSummaries,
    show: (page) => page.getByRole('button', { name: 'Show chart' }).click(),
    parts: wholeChart,
  },
  {
    name: 'strip',
    title: 'Compactions of a session',
    where: 'Prompts, above the columns',
    shows: 'Where a session was compacted, and where a policy would have compacted it.',
    reading: [
      'The grey area is the recorded context over all calls.',
      'Filled marks are recorded compactions, hollow ones those that the policy would have made. The blue line is the place whose summaries are compared.',
      'Click a mark to compare summaries there, or any other place for that call. The buttons above, `j` and `k` do the same.',
    ],
    code: ['components/prompts/place/place-strip.tsx', 'lib/state/prompts/compaction-marks.ts'],
    size: narrow,
    reach: compareSummaries,
    parts: (page) => [page.locator('[data-chart="strip"]')],
  },
  {
    name: 'simulation',
    title: 'Simulated context with marks',
    where: 'Simulate',
    shows: 'The context under the policy on the left, what the policy did, and the limits it has to keep to.',
    reading: [
      'Marks in the lane *policy* are what the policy did. Their shapes are explained in the legend. A number beside a mark counts the events that share its place: click it to zoom in.',
      'Lines across the plot are limits: the window, the threshold of automatic compaction, the blocking limit. Their names are on the right. “↑” means above the visible scale. A line that ends in a dot can be dragged, by itself or by its name.',
      'Dashed lines with a mark in the lane *recorded* show where the recorded agent compacted. Compare them with the marks of the policy.',
    ],
    code: [
      'components/charts/simulation-chart.tsx',
      'components/charts/marks/group-marks.tsx',
      'components/charts/marks/threshold-marks.tsx',
      'components/charts/frame/plot-axes.tsx',
      'lib/series/chart/group-events.ts',
    ],
    size: wide,
    reach: openFirstCompaction,
    parts: wholeChart,
  },
  {
    name: 'secondary-axis',
    title: 'One line and a secondary axis',
    where: 'Simulate, *Line* and *Secondary axis* above the chart',
    shows:
      'The size of the context without its categories, and beside it the cost so far, the cache read share or the tokens sent so far.',
    reading: [
      'The dark line is the size of the context, on the left scale.',
      'The blue line has the blue scale on the right. It ends where the session is dead or a price is unknown.',
      'A steep piece of the cost means that the cache was lost: the whole context is billed as written again.',
    ],
    code: ['components/charts/plot/side-line.tsx', 'lib/series/chart/side-series.ts'],
    size: wide,
    reach: async (page) => {
      await openSample(page, 'preset=claude-code-2.1&call=141');
      await page.getByRole('button', { name: 'Line', exact: true }).click();
      await page.getByRole('combobox', { name: 'Secondary axis' }).selectOption('cost');
      await expect(context(page).locator('[data-layer="side"] path').first()).toBeAttached();
    },
    parts: wholeChart,
  },
  {
    name: 'comparison',
    title: 'Comparison of scenarios',
    where: 'Simulate, after *Pin current*',
    shows: 'The curves of pinned scenarios over the context of the current settings.',
    reading: [
      'The areas are the current settings. Each scenario is a line with its own dashes and its letter at the end.',
      'A line that ends early belongs to a session that died there.',
      'The thin grey line is the curve before the last change.',
    ],
    code: [
      'components/charts/plot/comparison-lines.tsx',
      'components/charts/marks/curve-lines.tsx',
      'lib/series/chart/line-path.ts',
    ],
    size: wide,
    reach: comparePolicies,
    parts: wholeChart,
  },
  {
    name: 'small-contexts',
    title: 'Contexts side by side',
    where: 'Compare',
    shows: 'The context of the recording and of every policy, small, with the same two axes.',
    reading: [
      'All charts have the same calls below and the same tokens on the left, so that heights and places can be compared.',
      'A dashed line that stands out above the plot is a compaction.',
      'A curve that ends early belongs to a session that died there.',
    ],
    code: [
      'components/charts/compared/small-context.tsx',
      'components/charts/plot/context-areas.tsx',
      'components/charts/frame/plot-axes.tsx',
    ],
    size: narrow,
    reach: compareWithRecording,
    parts: (page) => [0, 2].map((index) => page.locator('[data-chart="small-context"]').nth(index)),
  },
  {
    name: 'two-curves',
    title: 'One script under two policies',
    where: 'Playground, A/B',
    shows: 'The contexts of two runs of the same script, call by call, each under its own policy.',
    reading: [
      'The solid line is A, the dashed one B. Up to their first difference, they are one line.',
      'The thin lines are the thresholds, each in the style of its curve.',
      'Above the plot is a lane for each policy with what it did. Marks that would overlap are one mark with a number.',
      'The blue line is the clock: both runs are drawn up to that call, and the table below counts up to it.',
    ],
    code: ['components/charts/compared/two-curves.tsx', 'lib/agent/ab/ab-run.ts'],
    size: narrow,
    reach: compareRuns,
    parts: (page) => [page.locator('[data-chart="two-curves"] [data-part="plot"]')],
  },
  {
    name: 'cost-loss',
    title: 'Cost against loss',
    where: 'Compare, below the charts',
    shows: 'What each policy costs, and how many values it lost that the model used again later.',
    reading: [
      'Cheap is left, few losses are low: the lower left corner is best.',
      'Filled dots are on the dashed front: nothing else is both cheaper and loses less. Hollow ones are beaten by one of them.',
      'The diamond is the recording. Runs that ended early are not shown.',
    ],
    code: ['components/charts/compared/loss-scatter.tsx', 'lib/series/tables/cost-loss-points.ts'],
    size: narrow,
    reach: compareWithRecording,
    parts: (page) => [page.locator('[data-chart="cost-loss"]')],
  },
  {
    name: 'overview',
    title: 'Overview and zoom',
    where: 'below every context chart',
    shows: 'The whole session in a strip, and which of its calls the chart above shows.',
    reading: [
      'Drag across the strip to zoom to these calls. Drag the bright part to move it, its ends to change it. Double-click to show all.',
      'With the keyboard, both ends are sliders: arrow keys by one call, with Shift by ten, Page Up and Page Down by a hundred.',
    ],
    code: ['components/charts/plot/mini-map.tsx', 'lib/series/chart/call-range.ts'],
    size: wide,
    reach: async (page) => {
      await openSample(page, 'preset=claude-code-2.1&call=141');
      const first = page.getByRole('slider', { name: 'First call shown' });
      const last = page.getByRole('slider', { name: 'Last call shown' });
      await first.press('PageUp');
      for (const _ of [1, 2, 3]) await last.press('PageDown');
      await expect(page.getByText('Calls 101–243 of 543')).toBeVisible();
    },
    parts: (page) => [plot(page), overview(page)],
  },
  {
    name: 'dead-session',
    title: 'End of a session',
    where: 'Simulate, under a policy that cannot keep the context below the window',
    shows: 'From which call on nothing can be sent, because the context does not fit and cannot be reduced.',
    reading: [
      'The red hatched field covers the calls that are never sent. The curve ends at its edge.',
      'The recorded marks remain: the recording went on, the simulated session did not.',
    ],
    code: ['components/charts/marks/dead-field.tsx', 'lib/series/chart/sent-calls.ts'],
    size: wide,
    reach: async (page) => {
      await openSample(page, 'preset=none&call=141');
      await expect(page.getByText(/^Dead from call/).first()).toBeVisible();
    },
    parts: wholeChart,
  },
  {
    name: 'forecast',
    title: 'Forecast',
    where: 'Simulate, tab *Compare*',
    shows:
      'How long the session goes on under the policy, worked out from the room that a compaction leaves and what a call adds.',
    reading: [
      'In the chart, marks close to each other are compactions that freed too little room or failed. Of those that share a place the gravest is drawn.',
      'The equation divides the room between the threshold and what remains after a compaction by the average growth per call.',
    ],
    code: ['components/forecast/forecast-panel.tsx', 'lib/simulator/explain/forecast.ts'],
    size: wide,
    reach: openForecast,
    parts: (page) => [plot(page), page.locator('section[aria-labelledby="forecast-title"]')],
  },
  {
    name: 'sweep',
    title: 'Sweep of a setting',
    where: 'Simulate, tab *Sweep*',
    shows: 'Compactions, peak and cost for every value of one setting, from one replay each.',
    reading: [
      'Each plot has a scale of its own, from the lowest to the highest result. They do not begin at zero.',
      'The dashed blue line is the current value, the thin line the value whose numbers are shown. A click applies it.',
      'In a hatched range all values give the same result. A red ring is a run that did not finish: it cannot be compared.',
    ],
    code: ['components/sweep/sweep-plots.tsx', 'components/sweep/sweep-line.tsx', 'lib/series/tables/sweep-series.ts'],
    size: wide,
    reach: sweepSetting,
    parts: (page) => ['plots', 'axis', 'legend'].map((part) => reasons(page).locator(`[data-part="${part}"]`)),
  },
  {
    name: 'playground',
    title: 'Context of a running agent',
    where: 'Playground, tab *Context*',
    shows: 'The context of a run as it grows, with what the policy did to it.',
    reading: [
      'The same chart as in Simulate, without a recording beside it. The empty space on the right is room for the next calls.',
      'The window is shown from the first call on.',
    ],
    code: ['components/playground/run/live-chart.tsx', 'lib/series/chart/room-for-calls.ts'],
    size: wide,
    reach: watchAgent,
    parts: wholeChart,
  },
  {
    name: 'lanes',
    title: 'Sub-agents as lanes',
    where: 'Simulate and Playground, under the chart of a session with sub-agents',
    shows: 'When each sub-agent ran, how large its own context was, and how many tokens its parent was spared.',
    reading: [
      'A lane reaches from the call whose reply started a sub-agent to the first call that had its answer. Without an answer it reaches to the end.',
      'The filled shape is the size of its context over its own calls. All lanes have the same scale.',
      'The number on the right is its work minus what it returned: tokens that its parent did not carry. The line above has the sums and the share of the cost.',
      'A dashed outline was placed by times alone, a dotted one has no known place. Click a lane to open it.',
    ],
    code: [
      'components/charts/lanes/child-lanes.tsx',
      'lib/series/chart/lane-shapes.ts',
      'lib/simulator/children/child-lanes.ts',
    ],
    size: wide,
    reach: openAgents,
    parts: (page) => [page.locator('[data-chart="lanes"]')],
  },
  {
    name: 'meter',
    title: 'Window meter',
    where: 'Playground, above the chat',
    shows: 'How full the window is now, and what the run has cost so far.',
    reading: [
      'The bar is the window. Its coloured part is the context by category, in the colours of the chart.',
      'Strokes on the bar are the warning, the threshold and the blocking limit.',
    ],
    code: ['components/playground/run/run-meter.tsx', 'lib/series/chart/threshold-lines.ts'],
    size: wide,
    reach: watchAgent,
    parts: (page) => [page.locator('[data-chart="meter"]')],
  },
  {
    name: 'composition',
    title: 'Composition of a call',
    where: 'Simulate, tab *Contents*',
    shows: 'What the context of one recorded call consisted of.',
    reading: [
      'The longest bar is the largest category; the others are drawn in proportion to it.',
      'The hatched part of *System* is not in the file. It is the recorded usage minus everything the file contains.',
    ],
    code: ['components/simulate/contents/contents-table.tsx', 'lib/simulator/recorded/contents.ts'],
    size: wide,
    reach: async (page) => {
      await openSample(page, 'preset=claude-code-2.1&filter.tab=contents&filter.contents=call&call=141');
      await expect(page.getByRole('heading', { name: 'By kind at call 141' })).toBeVisible();
    },
    parts: (page) => [page.locator('[data-chart="composition"]')],
  },
  {
    name: 'ratings',
    title: 'Spread of ratings',
    where: 'Prompts, after *Judge with a model…*',
    shows: 'How a model rated each summary, and how far its ratings of several runs lie apart.',
    reading: [
      'The thin line reaches from 0 to 5. The ring is the median; where the ratings differ, a thick line reaches from the lowest to the highest.',
      'Summaries whose thick lines overlap are not told apart by the judge.',
      'The ratings in this picture were made up by a stand-in for the API, the same in every run.',
    ],
    code: ['components/prompts/judge/rating-range.tsx', 'components/prompts/judge/judge-table.tsx'],
    size: narrow,
    reach: compareSummaries,
    show: async (page) => {
      const prompts = new PromptsView(page);
      await prompts.giveKey(`stand-in-e2e-gallery-${test.info().workerIndex}-${Date.now()}`);
      for (const place of [1, 2]) await expect(prompts.text(place)).toContainText(/\w{4}/);
      const panel = page.getByRole('region', { name: 'Judged by a model' });
      await panel.getByRole('button', { name: 'Judge with a model…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
      await expect(panel.getByRole('table')).toContainText('3 of 3 times', { timeout: 30_000 });
      await expect(panel.getByRole('button', { name: 'Judge with a model…' })).toBeVisible({ timeout: 30_000 });
    },
    parts: (page) => [page.getByRole('region', { name: 'Judged by a model' }).getByRole('table')],
  },
  {
    name: 'threshold-demo',
    title: 'A threshold to drag',
    where: 'Sessions, on the first visit',
    shows: 'What compacting a sample at another size would have changed.',
    reading: [
      'The area is the recorded context, with a mark above each recorded compaction. The line is the context under the same rules with the dragged threshold.',
      'The numbers below are those of Simulate: compactions, cost with the requests for summaries, and peak.',
      'They are not computed while one drags: the engine has simulated the sample at every whole percent before (`npm run samples`).',
    ],
    code: [
      'components/intro/threshold-demo.tsx',
      'components/intro/threshold-plot.tsx',
      'lib/state/sessions/threshold-table.ts',
      'scripts/samples/threshold-table.ts',
    ],
    size: wide,
    reach: openSessions,
    parts: (page) => [page.locator('[data-chart="threshold-demo"]')],
  },
];
