export const projectFolder: string;
