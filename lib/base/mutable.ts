/** The mutable version, for the owner. */
export type Mutable<Shape> = { -readonly [Name in keyof Shape]: Shape[Name] };
