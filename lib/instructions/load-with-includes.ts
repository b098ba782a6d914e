import { readFrontMatter } from './front-matter';
import { includesOf } from './includes';
import type {
  InstructionLevel,
  InstructionPlaces,
  InstructionTree,
  LoadedInstructions,
  LoadReason,
} from './instruction-tree';
import { pathOfInclude } from './path-of-include';

/** [I2] */
const DEEPEST = 5;
const MOST_CHARACTERS = 1_000_000;
const MOST_FILES = 500;

interface Wanted {
  readonly path: string;
  readonly level: InstructionLevel;
  readonly reason: LoadReason;
  readonly because?: string;
}

/** [I2] A file and behind it what it includes, each unless it is loaded already. */
export function loadWithIncludes(
  wanted: Wanted,
  tree: InstructionTree,
  places: InstructionPlaces,
  loaded: Set<string>,
): LoadedInstructions[] {
  const top = topOf(wanted, places);
  const all: LoadedInstructions[] = [];

  /** Returns why it is not loaded, or undefined. */
  const load = (file: Wanted, depth: number): string | undefined => {
    if (loaded.has(file.path)) return undefined;
    const source = tree.read(file.path);
    if (source === undefined) return 'file not found';
    if (source.length > MOST_CHARACTERS)
      return `it has more than ${MOST_CHARACTERS.toLocaleString('en-US')} characters`;
    if (loaded.size >= MOST_FILES) return `more than ${MOST_FILES} files are loaded`;
    loaded.add(file.path);
    const { text, problem } = readFrontMatter(source);
    const notes = problem === undefined ? [] : [`${file.path}: ${problem}. It is loaded whole, for all files.`];
    all.push({ ...file, text, notes });
    for (const target of includesOf(text)) {
      const failure = include(target, file.path, depth + 1);
      if (failure !== undefined) notes.push(`Not included in ${file.path}: @${shown(target)}, ${failure}.`);
    }
    return undefined;
  };

  const include = (target: string, from: string, depth: number): string | undefined => {
    const path = pathOfInclude(target, from, top, places.home);
    if (!path.ok) return path.error;
    if (depth > DEEPEST && !loaded.has(path.value)) return `includes are followed ${DEEPEST} deep`;
    return load({ path: path.value, level: wanted.level, reason: 'included', because: from }, depth);
  };

  const failure = load(wanted, 0);
  // Only its own size can be the reason: it was listed.
  if (failure === undefined) return all;
  loaded.add(wanted.path);
  return [{ ...wanted, text: '', notes: [`Not loaded: ${wanted.path}, ${failure}.`] }];
}

/** A relative include must not lead out of it. */
function topOf({ level }: Wanted, { root, home, managed }: InstructionPlaces): string {
  if (level === 'managed') return managed;
  return level === 'user' || level === 'memory' || level === 'team' ? home : root;
}

function shown(target: string): string {
  const text = target.replaceAll('\0', '␀');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
