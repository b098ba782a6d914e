export function redisServer(): string | undefined;
