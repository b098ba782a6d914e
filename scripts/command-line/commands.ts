type Command = (words: readonly string[]) => Promise<number>;

/** Loaded when they are run: the engine behind most of them takes longer to load than to print the help. */
export const commands = {
  check: async () => (await import('./check/check')).check,
  corpus: async () => (await import('./corpus')).corpus,
  cost: async () => (await import('./cost')).cost,
  inspect: async () => (await import('./inspect')).inspect,
  memory: async () => (await import('./memory')).memory,
  replay: async () => (await import('./replay/replay')).replay,
  score: async () => (await import('./score')).score,
  serve: async () => (await import('./serve/serve')).serve,
  simulate: async () => (await import('./simulate')).simulate,
  sweep: async () => (await import('./sweep')).sweep,
  system: async () => (await import('./system')).system,
  validate: async () => (await import('./validate')).validate,
  worker: async () => (await import('./worker')).worker,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
