/** The files around an agent: those of the Playground, of a recording, or of a test. Paths are absolute, with slashes. */
export interface InstructionTree {
  /** Undefined if there is no such file. */
  read(path: string): string | undefined;
  list(): readonly string[];
}

export interface InstructionPlaces {
  /** The root of the workspace. */
  readonly root: string;
  readonly home: string;
  /** The folder with the instructions of the administrator. */
  readonly managed: string;
  /** The index of the memory, loaded last. */
  readonly memoryIndex?: string;
  /** [U2] Behind it, that of the team. */
  readonly teamIndex?: string;
}

export type InstructionLevel = 'managed' | 'user' | 'project' | 'rule' | 'local' | 'memory' | 'team' | 'nested';

/** [I3] */
export type LoadReason = 'session start' | 'nested folder' | 'matched paths' | 'included' | 'after a compaction';

export interface LoadedInstructions {
  readonly path: string;
  readonly level: InstructionLevel;
  readonly reason: LoadReason;
  /** The file that was read, or the one that includes it. */
  readonly because?: string;
  /** Without front matter. */
  readonly text: string;
  /** What could not be read or included, in words for the user. */
  readonly notes: readonly string[];
}
