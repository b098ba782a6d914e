import { testRun } from '../command-outputs';
import type { ProjectFiles } from '../project-files';
import { declaredMethods, Prose, type ProseSlots } from '../prose';
import { Deck, type Random } from '../random';
import type { Reply, SessionWriter, ToolUse } from '../session-writer';
import type { ToolUses } from '../tool-uses';
import type { Chapter, Experiment } from './chapter';
import { logSlice } from './outputs';
import { testPathOf } from './project';

const REREAD = [
  'The summary names the files but not the lines. Reading {f} again.',
  'I need the code itself again, not my notes about it: {f}.',
  'Before going on I will read {f} again, the details are gone from the context.',
  'Picking up where I was. {f} first, to have the exact code in front of me.',
] as const;

/** Plays chapters: the steps written by hand, and between them the routine of reading, searching and running. */
export class Investigation {
  private readonly prose: Prose;
  private readonly rereads: Deck<string>;
  private readonly seen = new Set<string>();
  private readonly testsRun = new Set<string>();
  private compactionsSeen = 0;
  private shown: { readonly path: string; readonly methods: readonly string[] } = { path: '', methods: [] };
  private pendingThought: string | undefined;

  constructor(
    private readonly writer: SessionWriter,
    private readonly files: ProjectFiles,
    private readonly tools: ToolUses,
    private readonly random: Random,
  ) {
    this.prose = new Prose(random.fork('prose'));
    this.rereads = new Deck(random.fork('rereads'), REREAD);
  }

  play(chapter: Chapter, routineSteps: number, beforeVerdict: () => void): void {
    this.writer.wait(chapter.pauseMs);
    this.writer.prompt(chapter.prompt);
    const files = new Deck(this.random.fork(chapter.prompt.slice(0, 40)), chapter.files);
    const searches = new Deck(this.random.fork(chapter.verdict.slice(0, 40)), chapter.searches);
    this.testsRun.clear();
    const beats = chapter.thoughts.length + chapter.experiments.length;
    const perBeat = routineSteps / beats;
    let owed = 0;
    for (const [index, thought] of chapter.thoughts.entries()) {
      if (this.pendingThought !== undefined) this.routineStep(chapter, files, searches);
      this.pendingThought = thought;
      owed += perBeat;
      for (; owed >= 1; owed--) this.routineStep(chapter, files, searches);
      if (this.pendingThought !== undefined) this.read(chapter, files.draw());
      const done = Math.floor(((index + 1) * chapter.experiments.length) / chapter.thoughts.length);
      const before = Math.floor((index * chapter.experiments.length) / chapter.thoughts.length);
      for (const experiment of chapter.experiments.slice(before, done)) {
        this.experiment(experiment);
        owed += perBeat;
      }
      if (chapter.remark !== undefined && index === Math.floor(chapter.thoughts.length / 2)) {
        this.finish(chapter.remark.beforeIt);
        this.writer.wait(this.random.integer(20_000, 170_000));
        this.writer.prompt(chapter.remark.text);
      }
    }
    beforeVerdict();
    this.finish(chapter.verdict);
  }

  experiment(experiment: Experiment): void {
    const output = experiment.output(this.random.fork(experiment.command));
    const tool =
      experiment.exitCode === undefined
        ? this.tools.bash(experiment.command, experiment.description, output, experiment.durationMs)
        : this.tools.bashFailing(
            experiment.command,
            experiment.description,
            experiment.exitCode,
            output,
            experiment.durationMs,
          );
    this.act({ say: experiment.before, tools: [tool] });
    this.pendingThought = experiment.after;
  }

  /** The thought that is due is put in front of whatever comes next. */
  act(reply: Reply): void {
    const thinking = this.pendingThought ?? reply.thinking;
    this.pendingThought = undefined;
    this.writer.reply({ ...reply, ...(thinking !== undefined && { thinking }) });
  }

  finish(say: string): void {
    this.act({ say });
    this.writer.finishTurn();
  }

  private routineStep(chapter: Chapter, files: Deck<string>, searches: Deck<string>): void {
    const path = files.draw();
    if (this.writer.compactions > this.compactionsSeen) {
      this.compactionsSeen = this.writer.compactions;
      this.seen.clear();
      this.act({ say: this.rereads.draw().replace('{f}', shortName(path)), tools: [this.readWhole(path)] });
      return;
    }
    const kind = this.random.fraction();
    if (this.seen.has(path) && !isSource(path)) this.log(chapter, path);
    else if (!this.seen.has(path) || kind < 0.34) this.read(chapter, path);
    else if (kind < 0.48) this.search(chapter, path, searches.draw());
    else if (kind < 0.58) this.searchMethod(chapter, path);
    else if (kind < 0.76) this.test(chapter, path);
    else if (kind < 0.9) this.log(chapter, path);
    else this.readTwo(chapter, path, files.draw());
  }

  private read(chapter: Chapter, path: string): void {
    const isKnown = this.seen.has(path);
    const tool = isKnown ? this.readPart(path) : this.readWhole(path);
    const words = this.routineWords(isKnown ? 'beforeRead' : 'beforeReadWhole', chapter, path, 0.55);
    this.act({ ...words, tools: [tool] });
    this.wonder('afterRead', chapter, path, 0.3);
  }

  private readTwo(chapter: Chapter, first: string, second: string): void {
    const paths = first === second ? [first] : [first, second];
    const words = this.routineWords('beforeRead', chapter, first, 0.4);
    this.act({ ...words, tools: paths.map((path) => this.readPart(path)) });
    this.wonder('afterRead', chapter, this.shown.path, 0.3);
  }

  private readWhole(path: string): ToolUse {
    this.seen.add(path);
    this.shown = { path, methods: declaredMethods(this.files.text(path)) };
    return this.tools.read(path);
  }

  private readPart(path: string): ToolUse {
    const methods = declaredMethods(this.files.text(path));
    const method = methods.length > 0 ? this.random.pick(methods) : undefined;
    if (method === undefined) return this.readWhole(path);
    this.seen.add(path);
    const count = this.random.integer(40, 105);
    const tool = this.tools.readAround(path, `${method}(`, this.random.integer(4, 20), count);
    const shown = declaredMethods(typeof tool.result === 'string' ? tool.result : '');
    this.shown = { path, methods: shown.length > 1 ? shown : methods };
    return tool;
  }

  private search(chapter: Chapter, path: string, pattern: string): void {
    const tool = this.tools.grep(pattern, this.random.chance(0.4) ? 'src' : '', this.random.integer(18, 45));
    this.act({ tools: [tool] });
    this.wonder('afterSearch', chapter, path, 0.35, String(tool.result).split('\n').length);
  }

  private searchMethod(chapter: Chapter, path: string): void {
    const method = this.random.pick(declaredMethods(this.files.text(path)).concat(chapter.searches.slice(0, 1)));
    const slots = { ...this.slots(chapter, path), methods: [method, method] };
    const words = this.random.chance(0.6) ? this.prose.write('beforeSearch', slots) : undefined;
    const tool = this.tools.grep(method, '', 40);
    this.act({ ...(words !== undefined && { say: words }), tools: [tool] });
    this.wonder('afterSearch', chapter, path, 0.3, String(tool.result).split('\n').length);
  }

  private test(chapter: Chapter, path: string): void {
    const tests = chapter.files.filter(isSource).map(testPathOf);
    const own = testPathOf(path);
    const some = this.random.chance(0.4) ? [own] : tests;
    const command = `npx vitest run ${some.join(' ')} --reporter=verbose`;
    if (this.testsRun.has(command)) {
      this.read(chapter, path);
      return;
    }
    this.testsRun.add(command);
    const output = testRun(this.files, some, this.random, { verbose: true });
    const tool = this.tools.bash(command, 'Run the unit tests of this part', output, this.random.integer(1400, 5200));
    this.act({ ...this.routineWords('beforeTest', chapter, path, 0.6), tools: [tool] });
    this.wonder('afterTest', chapter, path, 0.4);
  }

  private log(chapter: Chapter, path: string): void {
    const run = this.random.pick([311, 310, 309, 287, 12, 45, 133]);
    const count = this.random.integer(22, 58);
    const from = this.random.integer(200, 48_000);
    const command = `npm run -s log:merge -- --run ${run} --from ${from} --lines ${count}`;
    const tool = this.tools.bash(command, `Merged log of run ${run}`, logSlice(this.random, count), 640);
    this.act({ ...this.routineWords('beforeLog', chapter, path, 0.6), tools: [tool] });
    this.wonder('afterLog', chapter, path, 0.4);
  }

  private wonder(
    pool: 'afterRead' | 'afterSearch' | 'afterTest' | 'afterLog',
    chapter: Chapter,
    path: string,
    share: number,
    count?: number,
  ): void {
    if (!this.random.chance(share) || !isSource(path) || (count !== undefined && count < 2)) return;
    this.pendingThought = this.prose.write(pool, {
      ...this.slots(chapter, path),
      ...(count !== undefined && { count }),
    });
  }

  private routineWords(
    pool: 'beforeReadWhole' | 'beforeRead' | 'beforeTest' | 'beforeLog',
    chapter: Chapter,
    path: string,
    share: number,
  ): Reply {
    if (!this.random.chance(share) || !isSource(path)) return {};
    const say = this.prose.write(pool, this.slots(chapter, path));
    return say === undefined ? {} : { say };
  }

  private slots(chapter: Chapter, path: string): ProseSlots {
    const methods = this.shown.path === path ? this.shown.methods : declaredMethods(this.files.text(path));
    return { methods, file: shortName(path), suspicion: chapter.suspicion };
  }
}

/** The other files have no methods and no tests to talk about. */
function isSource(path: string): boolean {
  return path.startsWith('src/');
}

function shortName(path: string): string {
  return path.replace(/^src\//, '');
}
