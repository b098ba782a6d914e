export function isBuildFresh(folder: string): boolean;
export function sourcesHash(folder: string): string;
export function stampBuild(folder: string, sourcesAtStart: string): void;
export function ensureBuild(folder: string, say: (line: string) => void): Promise<boolean>;
