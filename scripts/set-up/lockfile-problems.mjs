/**
 * What is wrong with a package-lock.json so that `npm ci` would fail, here or on another platform. npm leaves out a
 * platform's package without a word when the registry does not have it.
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

/** Looks where Node would: below the package itself, then below each package around it, up to the project. */
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
    // The registry that is set up on a machine serves it; the hash says whether it is the right one.
    return resolved === undefined ? [] : [`${place}: has a download URL`];
  });
}
