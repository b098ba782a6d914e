export const sentHeaders: Readonly<Record<string, string>>;
export const apiPolicy: string;
export const chunkPolicy: string;
export const developmentChunkPolicy: string;
