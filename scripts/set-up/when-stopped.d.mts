export function whenStopped(end: (exitCode: number) => void): () => void;
