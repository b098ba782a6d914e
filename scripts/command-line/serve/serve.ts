import { once } from 'node:events';
import { contentSecurityPolicy } from '../../../lib/pages/content-security-policy';
import { pageScripts } from '../../../lib/pages/page-scripts';
import { choosePort } from '../../set-up/serve/choose-port.mjs';
import { host } from '../../set-up/serve/free-port.mjs';
import { portFrom } from '../../set-up/serve/serve-options.mjs';
import { showAddress } from '../../set-up/serve/show-address.mjs';
import { whenStopped } from '../../set-up/when-stopped.mjs';
import { parseWords, wrongWords } from '../parse-words';
import { say } from '../terminal';
import { apiRoute } from './api-routes';
import { PageFiles } from './page-files';
import { pageFolders } from './page-folders';
import { pageServer } from './page-server';

/** `highwater serve`: the page, for this machine only, until it is stopped. Returns the exit code. */
export async function serve(words: readonly string[]): Promise<number> {
  const parsed = parseWords(words, { port: { type: 'string' }, 'no-open': { type: 'boolean', default: false } });
  if (!parsed.ok) return wrongWords('serve', parsed.error);
  const { values, positionals } = parsed.value;
  if (positionals.length > 0) return wrongWords('serve', 'takes no files: drop them on the page');
  const asked = portFrom(values.port ?? process.env.PORT);
  if (asked.problem !== undefined) return wrongWords('serve', asked.problem);
  const folders = await pageFolders();
  const port = folders === undefined ? undefined : await choosePort(asked.port);
  if (folders === undefined || port === undefined) return 1;

  const server = pageServer({
    files: new PageFiles(folders),
    findRoute: apiRoute,
    policy: contentSecurityPolicy(await pageScripts(folders.rendered)),
    hosts: process.env.HIGHWATER_HOSTS,
  });
  whenStopped(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(port, host);
  await once(server, 'listening');
  showAddress(`http://${host}:${port}`, !values['no-open']);
  await once(server, 'close');
  say('Stopped.\n');
  return 0;
}
