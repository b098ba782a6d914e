export const projectFolder: string;
export function toolFile(name: 'biome' | 'next' | 'playwright' | 'tsc' | 'vitest'): string;
