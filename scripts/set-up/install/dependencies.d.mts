export function dependenciesState(folder: string): 'missing' | 'out of date' | 'ready';
export function stampDependencies(folder: string): void;
