export function isAtLeast(version: string, wanted: string): boolean;
