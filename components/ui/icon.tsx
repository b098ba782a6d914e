const paths = {
  close: 'M4 4 12 12M12 4 4 12',
  pencil: 'M3 13 3.6 10.4 10.6 3.4 12.6 5.4 5.6 12.4ZM9.3 4.7 11.3 6.7',
  download: 'M8 2.5V10M5 7 8 10 11 7M3 13H13',
  trash: 'M3 4.5H13M6.5 4.5V3H9.5V4.5M4.5 4.5 5 13H11L11.5 4.5M7 7V10.5M9 7V10.5',
  file: 'M4 2.5H9L12 5.5V13.5H4ZM9 2.5V5.5H12',
  folder: 'M2.5 4H6.5L8 5.5H13.5V12.5H2.5Z',
  search: 'M7 3A4 4 0 1 1 7 11A4 4 0 1 1 7 3M10 10 13.5 13.5',
  chevron: 'M6 4 10 8 6 12',
  up: 'M8 13V3M4 7 8 3 12 7',
  down: 'M8 3V13M4 9 8 13 12 9',
  left: 'M10 4 6 8 10 12',
  right: 'M6 4 10 8 6 12',
  sun: 'M8 5.2A2.8 2.8 0 1 1 8 10.8A2.8 2.8 0 1 1 8 5.2M8 1.5V3M8 13V14.5M1.5 8H3M13 8H14.5M3.4 3.4 4.5 4.5M11.5 11.5 12.6 12.6M3.4 12.6 4.5 11.5M11.5 4.5 12.6 3.4',
  moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3A4.5 4.5 0 0 0 13 9.5Z',
  screen: 'M2.5 3.5H13.5V10.5H2.5ZM6 13H10M8 10.5V13',
  settings: 'M2 5H8.5M11.5 5H14M10 3.5V6.5M2 11H4.5M7.5 11H14M6 9.5V12.5',
  hide: 'M2 8Q8 2.5 14 8Q8 13.5 2 8ZM3 13 13 3',
  undo: 'M5.5 3 3 5.5 5.5 8M3 5.5H9.5A3.5 3.5 0 0 1 9.5 12.5H6',
  clock: 'M8 2.5A5.5 5.5 0 1 1 8 13.5A5.5 5.5 0 1 1 8 2.5M8 5V8L10 9.5',
  pin: 'M6 2.5H10L9.5 7 11.5 9H4.5L6.5 7ZM8 9V13.5',
  copy: 'M6 6H13V13H6ZM3.5 10.5V3.5H10.5',
  warning: 'M8 2.5 14 13H2ZM8 6.5V9.5M8 11.2V11.3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
