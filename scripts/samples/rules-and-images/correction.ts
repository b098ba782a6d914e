import { SENSOR_PAGE } from './pages';
import { type Look, overviewScreen, plantScreen, settingsScreen } from './screens';
import type { Studio } from './studio';

const SQUARE: Look = { gap: 16, radius: 0, buttonText: 'Water now', warningColor: 'warning', hasWaterBar: true };

const OVERVIEW_CSS = 'src/views/overview.css';
const PLANT_CSS = 'src/views/plant.css';
const PLANT = 'src/views/plant.tsx';
const SENSORS = 'src/views/sensors.tsx';
const SENSORS_CSS = 'src/views/sensors.css';

export function reverseRule(studio: Studio): void {
  squareCorners(studio);
  sensorPage(studio);
  forgottenLint(studio);
  finalCheck(studio);
}

function squareCorners({ writer, tools, act, finish }: Studio): void {
  writer.wait(3 * 60_000);
  writer.prompt(
    'I have shown the pages around and I was wrong about the corners. Forget rule 4: from now on never round anything, neither cards nor buttons. Square corners everywhere. The other rules stay as they are.',
  );
  act(
    'Rule 4 is reversed then: no rounded corners at all. Where are they?',
    [tools.grep('border-radius', 'src', 40), tools.grep('radius', 'src', 40)],
    'The tokens for the radius stand in src/styles, outside src/views. Rule 6 still holds, so I leave the tokens and take out their uses.',
  );
  act(undefined, [
    tools.edit(OVERVIEW_CSS, '  border-radius: var(--radius-large);\n', '', true),
    tools.edit(PLANT_CSS, '  border-radius: var(--radius-large);\n', '', true),
  ]);
  act('Both pages again.', [
    tools.screenshot(
      'mcp__browser__screenshot',
      { url: 'http://127.0.0.1:5199/', width: 560, height: 400 },
      overviewScreen(SQUARE),
      'Screenshot of http://127.0.0.1:5199/ (560 x 400)',
    ),
    tools.screenshot(
      'mcp__browser__screenshot',
      { url: 'http://127.0.0.1:5199/plants/basil', width: 480, height: 360 },
      plantScreen(SQUARE),
      'Screenshot of http://127.0.0.1:5199/plants/basil (480 x 360)',
    ),
  ]);
  act(undefined, [
    tools.bash(
      'npm run -s lint:css && git add src/views/overview.css src/views/plant.css && git commit -q -m "views: square corners" && git log --oneline -1',
      'Lint, then commit',
      'f07aa62 views: square corners',
      2900,
    ),
  ]);
  finish(
    'All corners are square (f07aa62). The tokens --radius-small and --radius-large are still defined in src/styles/tokens.css, but nothing uses them; removing them would be outside src/views.',
  );
}

function sensorPage({ writer, tools, act, finish }: Studio): void {
  writer.wait(5 * 60_000);
  writer.prompt(
    'Now a new page: the sensors, under src/views as always. A list with name, last reading, battery. One that is silent is shown as the style guide says. The interface is described at https://sensors.example.net/docs/readings. Never poll more often than once a minute.',
  );
  act('First the description of the interface.', [
    tools.fetch(
      'https://sensors.example.net/docs/readings',
      'What does the readings interface answer, how often may it be asked, and how is a silent sensor marked?',
      SENSOR_PAGE,
    ),
  ]);
  act(
    'And the guide once more, for the silent ones.',
    [tools.read('docs/style-guide.md')],
    'Six hours silent means offline, with the time of the last reading. The interface calls it "silent", we call it "offline". A sensor reports every 20 minutes, so asking once a minute is allowed but pointless; every five minutes is plenty.',
  );
  act('The page and its sheet.', [
    tools.write(
      SENSORS,
      `import { useSensors } from '../data/use-sensors';
import './sensors.css';

const REFRESH_MINUTES = 5;

export function Sensors() {
  const { sensors, error } = useSensors({ refreshMinutes: REFRESH_MINUTES });
  if (error) return <p role="alert">The sensors cannot be read: {error.message}. The last known values are shown.</p>;
  return (
    <main className="sensors">
      <h1>Sensors</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Last reading</th>
            <th scope="col">Battery</th>
          </tr>
        </thead>
        <tbody>
          {sensors.map((sensor) => (
            <tr key={sensor.id}>
              <th scope="row">{sensor.name}</th>
              <td>{sensor.isOffline ? \`Offline since \${sensor.lastReadingText}\` : sensor.lastReadingText}</td>
              <td>{sensor.batteryPercent} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
`,
    ),
    tools.write(
      SENSORS_CSS,
      `.sensors {
  padding: var(--space-4);
}

.sensors table {
  inline-size: 100%;
  border-collapse: collapse;
}

.sensors th,
.sensors td {
  padding: var(--space-2) var(--space-3);
  border-block-end: 1px solid var(--color-line);
  text-align: start;
}
`,
    ),
  ]);
  act(undefined, [
    tools.readMissing('src/data/use-sensors.ts'),
    tools.bash('ls src/data', 'List the data folder', 'router.ts\nuse-plants.ts\nuse-settings.ts'),
  ]);
  finish(
    'The page is written, but it needs a hook useSensors that does not exist yet. It would belong into src/data, and rule 6 says only src/views. May I add src/data/use-sensors.ts, or will you?',
  );
  writer.wait(60_000);
  writer.prompt('You may add that one file. It is an exception, the rule stays.');
  act(
    undefined,
    [
      tools.write(
        'src/data/use-sensors.ts',
        `import { useEffect, useState } from 'react';
import { describeTime } from './times';

const OFFLINE_AFTER_HOURS = 6;

export interface Sensor {
  readonly id: string;
  readonly name: string;
  readonly batteryPercent: number;
  readonly lastReadingText: string;
  readonly isOffline: boolean;
}

/** Asks at most once a minute, whatever is passed. */
export function useSensors({ refreshMinutes }: { refreshMinutes: number }) {
  const [state, setState] = useState<{ sensors: readonly Sensor[]; error?: Error }>({ sensors: [] });
  useEffect(() => {
    const load = async () => {
      try {
        const answer = await fetch('/v2/sensors?with=latest');
        if (!answer.ok) throw new Error(\`the server answered \${answer.status}\`);
        setState({ sensors: (await answer.json()).map(toSensor) });
      } catch (error) {
        setState((before) => ({ ...before, error: error as Error }));
      }
    };
    void load();
    const timer = setInterval(load, Math.max(1, refreshMinutes) * 60_000);
    return () => clearInterval(timer);
  }, [refreshMinutes]);
  return state;
}

function toSensor(raw: { id: string; name: string; battery: number; at: string }): Sensor {
  const hours = (Date.now() - Date.parse(raw.at)) / 3_600_000;
  return {
    id: raw.id,
    name: raw.name,
    batteryPercent: raw.battery,
    lastReadingText: describeTime(raw.at),
    isOffline: hours >= OFFLINE_AFTER_HOURS,
  };
}
`,
      ),
    ],
    'Once a minute at most: I enforce it in the hook, so that no page can get it wrong.',
  );
  act(undefined, [
    tools.bashFailing(
      'npm test -- --run src/views',
      'Run the tests of the views',
      1,
      " RUN  v3.2.4\n\n ok   src/views/overview.test.tsx (7 tests) 198ms\n ok   src/views/plant.test.tsx (6 tests) 151ms\n FAIL src/views/sensors.test.tsx\n\nError: Failed to resolve import './times' from 'src/data/use-sensors.ts'. Does the file exist?",
      3300,
    ),
  ]);
  act('There is no times file; the plants page formats times with a function in use-plants.', [
    tools.bash(
      "grep -n 'export function' src/data/use-plants.ts",
      'Exports of use-plants',
      '14:export function usePlants() {\n41:export function usePlant(id: string) {\n77:export function describeTime(iso: string): string {',
      400,
    ),
    tools.edit('src/data/use-sensors.ts', "from './times'", "from './use-plants'"),
  ]);
  act(undefined, [
    tools.bash(
      'npm test -- --run src/views',
      'Run the tests of the views again',
      ' RUN  v3.2.4\n\n ok   src/views/overview.test.tsx (7 tests) 203ms\n ok   src/views/plant.test.tsx (6 tests) 148ms\n ok   src/views/sensors.test.tsx (4 tests) 95ms\n   - lists each sensor with its last reading 31ms\n   - says since when a sensor is offline 22ms\n   - keeps the last values when the server does not answer 28ms\n   - asks at most once a minute 14ms\n\n Test Files  3 passed (3)\n      Tests  17 passed (17)',
      3600,
    ),
  ]);
  act(undefined, [
    tools.bash(
      'git add src/views/sensors.* src/data/use-sensors.ts && git commit -q -m "sensors: list with battery and offline state" && git log --oneline -1',
      'Commit',
      '90d3b18 sensors: list with battery and offline state',
    ),
  ]);
  finish(
    'The sensors page works: name, last reading, battery, and "Offline since ..." after six hours of silence. It asks every five minutes; the hook never allows less than one. Commit 90d3b18.',
  );
}

function forgottenLint({ writer, tools, act, finish }: Studio): void {
  writer.wait(80_000);
  writer.prompt('Did you lint before that commit?');
  act('No. I ran the tests but not the lint, and rule 7 says before every commit. Doing it now.', [
    tools.bashFailing(
      'npm run -s lint:css',
      'Lint the style sheets',
      2,
      'src/views/sensors.css\n 10:1  x  Expected selector ".sensors td" to be nested or listed alphabetically  selector-list-order',
      1900,
    ),
  ]);
  act('One complaint, and a fair one.', [
    tools.edit(SENSORS_CSS, '.sensors th,\n.sensors td {', '.sensors td,\n.sensors th {'),
    tools.bash('npm run -s lint:css', 'Lint again', '', 1800),
  ]);
  act(undefined, [
    tools.bash(
      'git commit -q -m "sensors: order of selectors" src/views/sensors.css && git log --oneline -1',
      'Commit the correction',
      '1f6e0aa sensors: order of selectors',
    ),
  ]);
  finish(
    'You are right to ask: I had skipped it. The lint found one complaint, fixed in 1f6e0aa. From here on the lint comes first, every time.',
  );
}

function finalCheck({ writer, tools, act, finish }: Studio): void {
  writer.wait(11 * 60_000);
  writer.prompt(
    'Last step. Here is the settings page on my phone, it still has round corners! Also please list the rules that hold now, as you understand them, so that I can put them into the repository.',
    [settingsScreen({ ...SQUARE, radius: 12 })],
  );
  act(
    'Round corners in the picture, although the sheet has none. Either an old version or they come from elsewhere.',
    [
      tools.read('src/views/settings.css'),
      tools.grep('radius', 'src', 40),
      tools.bash(
        'git log --oneline -3 -- src/views/settings.css',
        'History of the sheet',
        '7a40c15 settings: first version',
      ),
    ],
    'The sheet of the settings was changed but, looking at the log, never committed: the phone shows the deployed state plus the parts folder. The corners come from a shared part, perhaps the link.',
  );
  act(undefined, [
    tools.bash(
      "grep -rn 'radius' src/parts | head",
      'Corners in the shared parts',
      'src/parts/card.css:4:  border-radius: var(--radius-large);\nsrc/parts/link.css:9:  border-radius: var(--radius-large);',
      300,
    ),
  ]);
  act('They come from two shared parts. Those are outside src/views; within the views I can override them for now.', [
    tools.edit(
      'src/views/settings.css',
      '.settings-place {',
      '.settings-entry {\n  border-radius: 0;\n}\n\n.settings-place {',
    ),
    tools.bash('npm run -s lint:css', 'Lint the style sheets', '', 1900),
  ]);
  act(undefined, [
    tools.bash(
      'git add src/views && git commit -q -m "settings: labels, tokens, square corners" && git log --oneline -1',
      'Commit',
      'b3387de settings: labels, tokens, square corners',
    ),
    tools.screenshot(
      'mcp__browser__screenshot',
      { url: 'http://127.0.0.1:5199/settings', width: 300, height: 480 },
      settingsScreen({ ...SQUARE, gap: 12 }),
      'Screenshot of http://127.0.0.1:5199/settings (300 x 480)',
    ),
  ]);
  finish(`The corners came from src/parts/link.css and card.css. I have overridden them within the settings view (b3387de, linted first); the clean way is to change the two parts, which needs your word.

The rules as they hold now:

1. Always use the tokens for space and colour, never raw pixel values. Borders of one pixel are fine.
2. Never use inline styles.
3. Labels in sentence case only.
4. Never round corners, neither cards nor buttons. (This replaces the first version, which asked for 12 px everywhere.)
5. Never use red alone to show that something is wrong.
6. Only change files under src/views. Exception so far: src/data/use-sensors.ts.
7. Before every commit, run npm run lint:css.
8. No new dependencies.
9. Every control must be reachable with the keyboard, in reading order.
10. Never poll the sensors more often than once a minute.
11. Do not animate the moisture bar, and keep its number.`);
  writer.wait(55_000);
  writer.prompt('Exactly. Change the two parts then, and remove the override.');
  act(undefined, [
    tools.bash(
      "sed -i '/border-radius: var(--radius-large);/d' src/parts/card.css src/parts/link.css && git diff --stat",
      'Square corners in the shared parts',
      ' src/parts/card.css | 1 -\n src/parts/link.css | 1 -\n 2 files changed, 2 deletions(-)',
      300,
    ),
    tools.edit('src/views/settings.css', '.settings-entry {\n  border-radius: 0;\n}\n\n', ''),
  ]);
  act('Lint before the commit.', [
    tools.bash('npm run -s lint:css', 'Lint the style sheets', '', 1800),
    tools.bash(
      'npm test',
      'Run all tests',
      ' RUN  v3.2.4\n\n ok   src/data/use-plants.test.ts (11 tests) 61ms\n ok   src/parts/week-chart.test.tsx (5 tests) 102ms\n ok   src/views/overview.test.tsx (7 tests) 188ms\n ok   src/views/plant.test.tsx (6 tests) 139ms\n ok   src/views/sensors.test.tsx (4 tests) 90ms\n ok   src/views/settings.test.tsx (3 tests) 44ms\n\n Test Files  6 passed (6)\n      Tests  36 passed (36)',
      5200,
    ),
    tools.read(PLANT),
  ]);
  act(undefined, [
    tools.bash(
      'git add src && git commit -q -m "parts: square corners" && git log --oneline -1',
      'Commit',
      '5ce9d07 parts: square corners',
    ),
  ]);
  finish('Done in 5ce9d07: the parts have square corners, the override is gone, lint and all 36 tests are clean.');
}
