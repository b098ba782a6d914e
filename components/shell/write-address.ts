/**
 * Changes the URL without Next: it would drop a navigation that is under way, and replace the state of the entry, without
 * which it does not show the entry again when the user comes back to it. What Next must know of, such as a query that
 * `useSearchParams` reads, goes through `history` itself.
 */
export function writeAddress(how: 'pushState' | 'replaceState', address: string, state: unknown = history.state): void {
  History.prototype[how].call(history, state, '', address);
}
