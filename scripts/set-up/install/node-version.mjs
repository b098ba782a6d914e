/** Whether `version` (`20.19.4`) is `wanted` (`20.19`) or newer. */
export function isAtLeast(version, wanted) {
  const parts = version.split('.').map(Number);
  const wantedParts = wanted.split('.').map(Number);
  for (let place = 0; place < wantedParts.length; place++) {
    const difference = (parts[place] ?? 0) - wantedParts[place];
    if (difference !== 0) return difference > 0;
  }
  return true;
}
