/** The same for the one who keeps it up to date. */
export type Mutable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] };
