/** The made-up working directory of a sample: what the tools of the session read, search and change. */
export class ProjectFiles {
  private readonly files = new Map<string, string>();

  constructor(readonly root: string) {}

  add(path: string, text: string): void {
    this.files.set(path, text.endsWith('\n') ? text : `${text}\n`);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  absolute(path: string): string {
    return `${this.root}/${path}`;
  }

  paths(under = ''): string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(under)).sort();
  }

  text(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new Error(`Cannot read "${path}": the sample has no such file`);
    return text;
  }

  lines(path: string): string[] {
    return this.text(path).replace(/\n$/, '').split('\n');
  }

  /** As the Read tool shows it. */
  numbered(path: string, firstLine = 1, count = Number.POSITIVE_INFINITY): string {
    return this.lines(path)
      .slice(firstLine - 1, firstLine - 1 + count)
      .map((line, index) => `${String(firstLine + index).padStart(6)}\t${line}`)
      .join('\n');
  }

  /** From 1. */
  lineOf(path: string, needle: string): number {
    const index = this.lines(path).findIndex((line) => line.includes(needle));
    if (index < 0) throw new Error(`Cannot find "${needle}" in "${path}"`);
    return index + 1;
  }

  search(needle: string, under = ''): { readonly path: string; readonly line: number; readonly text: string }[] {
    return this.paths(under).flatMap((path) =>
      this.lines(path).flatMap((text, index) => (text.includes(needle) ? [{ path, line: index + 1, text }] : [])),
    );
  }

  replace(path: string, from: string, to: string, all = false): void {
    const parts = this.text(path).split(from);
    if (parts.length < 2 || (parts.length > 2 && !all)) {
      throw new Error(`Cannot replace in "${path}": the text occurs ${parts.length - 1} times`);
    }
    this.files.set(path, parts.join(to));
  }

  move(from: string, to: string): void {
    const text = this.text(from);
    this.files.delete(from);
    this.files.set(to, text);
  }
}
