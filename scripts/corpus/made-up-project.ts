import type { Random } from '../../lib/rows/statistics/random';

/** What a made-up session works on: the same names come again and again, so that forgetting one is noticed. */
export class MadeUpProject {
  readonly name: string;
  readonly folder: string;
  private readonly files: readonly string[];
  private readonly facts: readonly string[];
  private readonly rules: readonly string[];

  constructor(private readonly random: Random) {
    this.name = `${this.one(ADJECTIVES)}-${this.one(NOUNS)}-${random.integer(1, 40)}`;
    this.folder = `/srv/code/${this.name}`;
    const count = random.integer(6, 60);
    const paths = Array.from(
      { length: count },
      () => `src/${this.one(NOUNS)}/${this.one(VERBS)}-${this.one(NOUNS)}.${this.one(['ts', 'ts', 'py', 'go', 'md'])}`,
    );
    this.files = [...new Set(paths)];
    this.facts = [
      `The admin port is ${random.integer(3000, 9999)}`,
      `The last good commit is ${random.hex(10)}`,
      `The log says ERR_${this.one(NOUNS).toUpperCase()}_${random.integer(100, 999)}`,
      `The failing job has the id job-${random.hex(8)}`,
      `The limit is ${random.integer(11, 990)}500 rows`,
      `The flag is --${this.one(VERBS)}-${this.one(NOUNS)}`,
    ];
    const first = random.integer(0, RULES.length - 1);
    this.rules = [RULES[first] ?? '', RULES[(first + 3) % RULES.length] ?? ''];
  }

  file(): string {
    // Most of the work is on a few files.
    const among = this.random.chance(0.6) ? Math.min(5, this.files.length) : this.files.length;
    return this.files[this.random.integer(0, among - 1)] ?? 'src/main.ts';
  }

  fact(): string {
    return this.one(this.facts);
  }

  /** Its last word, as a command needs it. */
  factValue(): string {
    return (
      this.fact()
        .split(' ')
        .findLast((word) => /\d|--/.test(word)) ?? ''
    );
  }

  rule(): string {
    return this.one(this.rules);
  }

  task(): string {
    return `${this.one(TASKS)} ${this.file()}`;
  }

  /** Code or output of about this length. Numbers in between make every body different. */
  body(length: number): string {
    const lines: string[] = [];
    for (let size = 0; size < length; ) {
      const line = this.line();
      lines.push(line);
      size += line.length + 1;
    }
    return lines.join('\n');
  }

  summary(): string {
    const kept = this.facts.filter(() => this.random.chance(0.6));
    const rules = this.rules.filter(() => this.random.chance(0.7));
    const files = this.files.filter(() => this.random.chance(0.4)).slice(0, 12);
    return [
      'This session continues an earlier one that ran out of context. What happened:',
      `1. Request: ${this.task()}.`,
      `2. Rules: ${rules.join(' ')}`,
      `3. Facts: ${kept.join('. ')}.`,
      `4. Files: ${files.map((file) => `${this.folder}/${file}`).join(', ')}`,
      `5. State of the code:\n${this.body(this.random.integer(1500, 7000))}`,
      `6. Next: ${this.task()}.`,
    ].join('\n');
  }

  one(list: readonly string[]): string {
    return list[this.random.integer(0, list.length - 1)] ?? '';
  }

  private line(): string {
    const name = `${this.one(VERBS)}${this.one(NOUNS)}${this.random.integer(1, 900)}`;
    switch (this.random.integer(0, 5)) {
      case 0:
        return `export function ${name}(rows: readonly Row[], limit = ${this.random.integer(1, 5000)}) {`;
      case 1:
        return `  const ${name} = await this.${this.one(NOUNS)}.${this.one(VERBS)}(rows[${this.random.integer(0, 90)}]);`;
      case 2:
        return `  if (${name}.count > ${this.random.integer(1, 700)}) return "${this.one(NOUNS)}";`;
      case 3:
        // As in most real sessions, some lines are not of ASCII alone.
        return ` ${this.random.chance(0.05) ? '✓' : 'ok'}  ${this.file()} > ${this.one(VERBS)} ${this.one(NOUNS)} ${this.random.integer(1, 99)} ms`;
      case 4:
        return `2026-05-04T0${this.random.integer(0, 9)}:1${this.random.integer(0, 9)} info ${name} took ${this.random.integer(1, 9000)} ms`;
      default:
        return `  // ${this.one(NOUNS)} ${this.one(VERBS)} ${this.random.integer(0, 0x7fffffff).toString(36)}`;
    }
  }
}

const ADJECTIVES = ['amber', 'brisk', 'calm', 'dense', 'early', 'faint', 'green', 'level', 'plain', 'quiet', 'rapid'];
const NOUNS = [
  ...['account', 'batch', 'cart', 'device', 'export', 'fare', 'graph', 'invoice', 'journal', 'ledger', 'mailbox'],
  ...['notice', 'order', 'parcel', 'queue', 'report', 'session', 'ticket', 'upload', 'voucher', 'worker', 'zone'],
];
const VERBS = [
  'apply',
  'build',
  'check',
  'drain',
  'fetch',
  'group',
  'index',
  'merge',
  'parse',
  'retry',
  'split',
  'write',
];
const TASKS = [
  'Find out why a retry is counted twice in',
  'Move the validation out of',
  'Write tests for',
  'Make it faster to load',
  'Replace the old client in',
  'Explain and then simplify',
];
const RULES = [
  'Never edit a file under migrations/.',
  'Always run the tests before you commit.',
  'Do not add a dependency without asking me.',
  'Keep the public names as they are.',
  'Never push to main.',
  'Use tabs in Go files only.',
];
