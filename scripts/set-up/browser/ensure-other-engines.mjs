import { attempt } from '../attempt.mjs';
import { installDebianPackage } from '../debian-package.mjs';
import { firefoxProgram, webKitPrograms } from './other-engines.mjs';

/** Finds or installs Firefox and WebKit for `e2e/engines`, whose journeys are skipped without them. */
export async function ensureOtherEngines(say) {
  const install = (name) => installDebianPackage(name, (what, command) => attempt(say, what, command));
  if (firefoxProgram() === undefined) await install('firefox-esr');
  if (firefoxProgram() === undefined)
    say('No Firefox was found or could be installed: its journeys are skipped. Install Firefox, or set FIREFOX_PATH.');
  if (webKitPrograms() === undefined && (await install('webkit2gtk-driver'))) await install('xvfb');
  if (webKitPrograms() === undefined)
    say('No WebKit was found or could be installed: its journeys are skipped. Install webkit2gtk-driver and xvfb.');
}
