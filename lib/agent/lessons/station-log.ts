/** The files of a lesson: readings of a weather station, so that every line is like any other. */
export function stationLog(day: number, lines: number): string {
  const readings = Array.from({ length: lines }, (_, line) => {
    const minutes = (line * 10) % 1_440;
    const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
    const degrees = (((line * 37 + day * 101) % 240) / 10 - 4).toFixed(1);
    const pressure = 990 + ((line * 13 + day * 29) % 45);
    return `${time}  ${degrees} °C  ${pressure} hPa  wind ${winds[(line * 5 + day) % winds.length]}`;
  });
  return [`Station log, day ${day}`, ...readings, ''].join('\n');
}

export function stationLogs(days: number, lines: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: days }, (_, index) => [logOf(index + 1), stationLog(index + 1, lines)] as const),
  );
}

/** Its lines without the title. */
export function readingsIn(log: string): readonly string[] {
  return log.split('\n').slice(1, -1);
}

export function logOf(day: number): string {
  return `log/day-${twoDigits(day)}.txt`;
}

const winds = ['N 2', 'NW 3', 'W 4', 'SW 4', 'S 2', 'SE 1', 'E 2', 'NE 3'];

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
