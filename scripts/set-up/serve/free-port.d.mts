export const host: string;
export function isPortFree(port: number): Promise<boolean>;
export function freePort(from: number): Promise<number | undefined>;
