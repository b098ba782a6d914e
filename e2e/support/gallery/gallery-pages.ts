import type { GalleryChart } from './charts';

const MADE = '<!-- Written by `npm run pictures` from e2e/support/gallery/charts.ts. -->';

/** The page of a chart in docs/charts. */
export function galleryPage({ name, title, where, shows, reading, code }: GalleryChart): string {
  return [
    MADE,
    '',
    `# ${title}`,
    '',
    `In ${where}.`,
    '',
    shows,
    '',
    `![${title}](${name}.svg)`,
    '',
    '## How to read it',
    '',
    ...reading.map((line) => `- ${line}`),
    '',
    '## In the code',
    '',
    ...code.map((file) => `- [${file}](../../${file})`),
    '',
    '[All charts](README.md)',
    '',
  ].join('\n');
}

/** The index page of docs/charts. */
export function galleryIndex(charts: readonly GalleryChart[]): string {
  return [
    MADE,
    '',
    '# Charts',
    '',
    'Every chart of Highwater, drawn from the sample sessions. The pictures follow the colour scheme of your system.',
    '',
    '| Chart | Shows |',
    '| --- | --- |',
    ...charts.map(({ name, title, shows }) => `| [${title}](${name}.md) | ${shows} |`),
    '',
  ].join('\n');
}
