export function showAddress(address: string, opens: boolean): void;
