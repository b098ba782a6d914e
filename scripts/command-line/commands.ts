type Command = (words: readonly string[]) => Promise<number>;

/** Loaded when they are run: the engine behind most of them takes longer to load than to print the help. */
export const commands = {
  inspect: async () => (await import('./inspect')).inspect,
  memory: async () => (await import('./memory')).memory,
  score: async () => (await import('./score')).score,
  serve: async () => (await import('./serve/serve')).serve,
  simulate: async () => (await import('./simulate')).simulate,
  sweep: async () => (await import('./sweep')).sweep,
  system: async () => (await import('./system')).system,
  validate: async () => (await import('./validate')).validate,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
