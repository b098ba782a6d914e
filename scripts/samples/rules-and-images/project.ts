import { ProjectFiles } from '../project-files';

const TOKENS = `:root {
  --space-1: 4px;
  --space-2: 8px;
  --space-3: 12px;
  --space-4: 16px;
  --space-6: 24px;
  --space-8: 32px;
  --radius-small: 4px;
  --radius-large: 12px;
  --color-paper: #f4f2eb;
  --color-panel: #fffdf7;
  --color-line: #d6d0c2;
  --color-ink: #262c28;
  --color-quiet: #7a7e76;
  --color-leaf: #4e8a52;
  --color-leaf-dark: #2e5c3a;
  --color-warning: #ce8c26;
  --color-danger: #b83e34;
  --color-water: #548ab4;
  --text-small: 0.875rem;
  --text-normal: 1rem;
  --text-large: 1.375rem;
}
`;

const STYLE_GUIDE = `# Style guide of the potting shed

## Words

- We say "water", for the noun and for the verb.
- Labels are short. A button says what it does: "Water now", not "OK".
- Numbers have units: 18 %, 3 days, 21 °C.

## Look

- Paper background, panels with a thin line. No shadows.
- One accent colour, leaf. Warning and danger are for states, never for decoration.
- Space comes in steps of 4: see src/styles/tokens.css.

## Behaviour

- Everything works with the keyboard, in reading order.
- What cannot be undone asks first, and the safe answer has the focus.
- A sensor that has been silent for six hours is shown as offline, with the time of its last reading.
`;

const OVERVIEW_VIEW = `import { useMemo } from 'react';
import { usePlants } from '../data/use-plants';
import { Card } from '../parts/card';
import './overview.css';

export function Overview() {
  const { plants, waterNow } = usePlants();
  const thirsty = useMemo(() => plants.filter((plant) => plant.moisture < plant.minimumMoisture), [plants]);
  return (
    <main className="overview">
      <header className="overview-head">
        <h1>Potting shed</h1>
        <p role="status">{thirsty.length} Plants Need Water</p>
      </header>
      <ul className="overview-cards">
        {plants.map((plant) => (
          <li key={plant.id}>
            <Card title={plant.name} style={{ marginTop: 7, padding: 11 }}>
              <p className="overview-moisture">Moisture {plant.moisture} %</p>
              <button type="button" className="overview-button" onClick={() => waterNow(plant.id)}>
                Irrigate Now
              </button>
            </Card>
          </li>
        ))}
      </ul>
    </main>
  );
}
`;

const OVERVIEW_STYLE = `.overview-head {
  display: flex;
  justify-content: space-between;
  padding: 13px 16px;
  background: var(--color-leaf-dark);
  color: white;
}

.overview-cards {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 9px;
  padding: 16px;
  list-style: none;
}

.overview-moisture {
  color: var(--color-quiet);
  font-size: 13px;
}

.overview-button {
  padding: 5px 10px;
  border: 0;
  border-radius: 3px;
  background: var(--color-leaf);
  color: white;
}

.overview-thirsty {
  color: red;
}
`;

const PLANT_VIEW = `import { useParams } from '../data/router';
import { usePlant } from '../data/use-plants';
import { WeekChart } from '../parts/week-chart';
import { RemoveDialog } from './remove-dialog';
import './plant.css';

export function PlantPage() {
  const { plant, waterNow, remindTomorrow, remove } = usePlant(useParams().plantId);
  if (!plant) return <p className="plant-missing">There is no such plant.</p>;
  return (
    <main className="plant">
      <h1>{plant.name}</h1>
      <p className="plant-place">{plant.place}. Last watered {plant.lastWateredText}</p>
      <WeekChart values={plant.week} minimum={plant.minimumMoisture} />
      <div className="plant-actions">
        <button type="button" onClick={() => waterNow()}>Irrigate Now</button>
        <a onClick={() => remindTomorrow()}>Remind Me Tomorrow</a>
        <RemoveDialog plant={plant} onRemove={remove} />
      </div>
    </main>
  );
}
`;

const PLANT_STYLE = `.plant {
  padding: 16px;
}

.plant-place {
  color: var(--color-quiet);
}

.plant-actions {
  display: flex;
  gap: 20px;
  margin-top: 18px;
  border-top: 2px solid var(--color-line);
}

.plant-actions a {
  color: var(--color-leaf-dark);
  cursor: pointer;
}
`;

const SETTINGS_VIEW = `import { Link } from '../data/router';
import { useSettings } from '../data/use-settings';
import './settings.css';

const ENTRIES = [
  { path: '/settings/units', label: 'Units' },
  { path: '/settings/reminders', label: 'Reminders' },
  { path: '/settings/sensors', label: 'Sensors' },
  { path: '/settings/export', label: 'Data Export' },
  { path: '/settings/about', label: 'About This App' },
] as const;

export function Settings() {
  const { describe } = useSettings();
  return (
    <nav className="settings">
      {ENTRIES.map(({ path, label }) => (
        <Link key={path} to={path} className="settings-entry">
          <strong>{label}</strong>
          <span>{describe(path)}</span>
        </Link>
      ))}
    </nav>
  );
}
`;

const DIALOG_VIEW = `import { useRef } from 'react';
import type { Plant } from '../data/use-plants';

export function RemoveDialog({ plant, onRemove }: { plant: Plant; onRemove: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="remove-open" onClick={() => dialog.current?.showModal()}>
        Remove
      </button>
      <dialog ref={dialog} className="remove-dialog">
        <h2>Remove {plant.name}?</h2>
        <p>Its readings are deleted too. This cannot be undone.</p>
        <form method="dialog">
          <button type="submit" className="remove-confirm" autoFocus onClick={onRemove}>Remove</button>
          <button type="submit">Keep it</button>
        </form>
      </dialog>
    </>
  );
}
`;

export function pottingShedProject(): ProjectFiles {
  const files = new ProjectFiles('/srv/code/potting-shed');
  files.add('src/styles/tokens.css', TOKENS);
  files.add('docs/style-guide.md', STYLE_GUIDE);
  files.add('src/views/overview.tsx', OVERVIEW_VIEW);
  files.add('src/views/overview.css', OVERVIEW_STYLE);
  files.add('src/views/plant.tsx', PLANT_VIEW);
  files.add('src/views/plant.css', PLANT_STYLE);
  files.add('src/views/settings.tsx', SETTINGS_VIEW);
  files.add('src/views/settings.css', PLANT_STYLE.replaceAll('plant', 'settings').replace('-actions a', '-entry'));
  files.add('src/views/remove-dialog.tsx', DIALOG_VIEW);
  files.add(
    'package.json',
    '{\n  "name": "potting-shed",\n  "scripts": {\n    "dev": "vite --port 5199",\n    "lint:css": "stylelint src/**/*.css",\n    "test": "vitest run"\n  }\n}\n',
  );
  return files;
}
