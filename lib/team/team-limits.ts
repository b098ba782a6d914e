/** [U5] Our own choice. Of UTF-8. */
export const MAX_FILE_BYTES = 250_000;
export const MAX_ENTRIES = 500;
/** [U3] What a member sends at once: more goes in several bodies, one after another. */
export const MAX_BODY_BYTES = 200_000;
/** [U5] For one request, until its answer was read. */
export const LONGEST_REQUEST_MS = 30_000;
/** [U2] After the last change. */
export const PUSH_AFTER_MS = 2_000;
/** [U3] After the first 412. */
export const MORE_TRIES = 2;
/** Of files that are too large for one body, in wait for the rest. */
export const MAX_PIECES = 64;
