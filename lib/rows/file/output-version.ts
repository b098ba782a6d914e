/** Of all JSON that commands print, as its field `highwater`. Raise it when a field is renamed, removed, or means something else. */
export const OUTPUT_VERSION = 1;
