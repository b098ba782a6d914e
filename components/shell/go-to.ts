/** What takes the focus in each place. Lists and charts have one stop, from which the arrow keys move. */
const stops = {
  content: '#main',
  list: '[data-stop][tabindex="0"]',
  chart: '[data-takes-keys]',
  columns: '[data-columns] :is(button, select)',
  messages: '[aria-labelledby="messages-title"] [data-key][tabindex="0"]',
} as const;

export type PlaceName = keyof typeof stops;

/** Moves the focus. Fails if the page does not have that place now. */
export function goTo(place: PlaceName): boolean {
  const stop = document.querySelector<HTMLElement>(stops[place]);
  if (stop === null) return false;
  if (place === 'content') stop.tabIndex = -1;
  stop.focus();
  return document.activeElement === stop;
}
