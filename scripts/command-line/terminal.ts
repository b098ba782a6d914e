/** What moves the cursor of a terminal, changes its colors or turns the direction of a text. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** The same, without tabs and ends of lines. */
const CONTROLS_IN_LINES = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]|\r(?!\n)/gu;

/** A name comes from a file: within a line it must not start another. */
export function plainText(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** Texts of a transcript are part of what commands print, so all of it is written by these two alone. */
export function plainLines(text: string): string {
  return text.replace(CONTROLS_IN_LINES, ' ');
}

/** The result of a command, for people. */
export function say(text: string): void {
  process.stdout.write(plainLines(text));
}

/** What went wrong. */
export function complain(text: string): void {
  process.stderr.write(plainLines(text));
}

/** The result of a command, for programs. */
export function sayJson(text: string): void {
  process.stdout.write(text);
}
