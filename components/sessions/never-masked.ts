/** Of what is stored and exported. */
export const NEVER_MASKED = 'folders, file name, branch and ids';
