export const sentHeaders: Readonly<Record<string, string>>;
export const apiPolicy: string;
