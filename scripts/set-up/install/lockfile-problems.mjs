/**
 * Problems of a package-lock.json that would make `npm ci` fail, here or on another platform. npm silently omits a
 * platform's package if the registry does not have it.
 */
export function lockfileProblems(lockfile, manifest) {
  const packages = lockfile.packages ?? {};
  return [...differences(packages[''] ?? {}, manifest), ...absentOptional(packages), ...unverifiable(packages)];
}

function differences(root, manifest) {
  return ['dependencies', 'devDependencies'].flatMap((group) => {
    const wanted = manifest[group] ?? {};
    const locked = root[group] ?? {};
    return [...new Set([...Object.keys(wanted), ...Object.keys(locked)])]
      .filter((name) => wanted[name] !== locked[name])
      .map(
        (name) => `${name}: package.json says ${wanted[name] ?? 'nothing'}, the lockfile ${locked[name] ?? 'nothing'}`,
      );
  });
}

function absentOptional(packages) {
  return Object.entries(packages).flatMap(([place, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !resolves(packages, place, name))
      .map((name) => `${name}: optional for ${place || 'the project'}, but has no entry`),
  );
}

/** Searches where Node would: below the package itself, then below each package around it, up to the project. */
function resolves(packages, place, name) {
  if (packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`] !== undefined) return true;
  if (place === '') return false;
  const around = place.lastIndexOf('/node_modules/');
  return resolves(packages, around === -1 ? '' : place.slice(0, around), name);
}

function unverifiable(packages) {
  return Object.entries(packages).flatMap(([place, { integrity, inBundle, link, resolved }]) => {
    if (place === '' || inBundle || link) return [];
    if (integrity === undefined) return [`${place}: has no integrity hash`];
    // The configured registry of the machine serves it; the hash verifies the content.
    return resolved === undefined ? [] : [`${place}: has a download URL`];
  });
}
