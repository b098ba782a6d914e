export function choosePort(asked: number | undefined): Promise<number | undefined>;
