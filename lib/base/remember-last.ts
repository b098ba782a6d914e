/** Caches the last result: the same arguments as last time return it again. */
export function rememberLast<Arguments extends readonly unknown[], Value>(
  make: (...given: Arguments) => Value,
): (...given: Arguments) => Value {
  let last: { readonly given: Arguments; readonly value: Value } | undefined;
  return (...given) => {
    const before = last?.given;
    const isSame = before?.length === given.length && given.every((each, index) => Object.is(each, before[index]));
    if (last === undefined || !isSame) last = { given, value: make(...given) };
    return last.value;
  };
}
