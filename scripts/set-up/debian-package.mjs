import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/**
 * Installs a package where that needs no question: on Debian and its like, as root or with a sudo that asks for no
 * password. `attempt` runs each step and says what came of it. Returns true if the package was installed.
 */
export async function installDebianPackage(name, attempt) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const isRoot = process.getuid() === 0;
  if (!isRoot && (await runCommand('sudo', ['-n', 'true'], { output: 'collect' })).code !== 0) return false;

  const options = { output: 'collect', environment: { DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (...parameters) =>
    isRoot ? runCommand('apt-get', parameters, options) : runCommand('sudo', ['-n', 'apt-get', ...parameters], options);
  return (
    (await attempt('Updating the package list', () => apt('update', '-qq'))) &&
    (await attempt(`Installing the ${name} package`, () =>
      apt('install', '-y', '-qq', '--no-install-recommends', name),
    ))
  );
}
