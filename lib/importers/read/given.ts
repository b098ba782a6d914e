/** The object without undefined values, for types whose optional properties may not be undefined. */
export function given<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  const kept: { [Key in keyof Values]?: Exclude<Values[Key], undefined> } = {};
  for (const key in values) {
    const value = values[key];
    if (isGiven(value)) kept[key] = value;
  }
  return kept;
}

function isGiven<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined;
}
