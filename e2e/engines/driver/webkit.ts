import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebKitPrograms } from '../../../scripts/set-up/browser/other-engines.mjs';
import { freePort } from '../../../scripts/set-up/serve/free-port.mjs';
import { StartedProgram } from './started-program';
import { type Command, PAGE_REPLACED, type WebDriver, WebDriverError } from './web-driver';

const FIRST_PORT = 4_950;
/** With the code `unknown error`. */
const OF_REPLACED_PAGE = 'Could not parse script result';

const PATHS: Readonly<Record<Command, string>> = {
  size: 'window/rect',
  open: 'url',
  reload: 'refresh',
  run: 'execute/sync',
  act: 'actions',
  click: 'element/{id}/click',
  clear: 'element/{id}/clear',
  type: 'element/{id}/value',
};

/** The browser that comes with WebKitGTK, on a display without a screen; its home, with its downloads, is this folder. */
export async function startWebKit({ driver, display }: WebKitPrograms, folder: string): Promise<WebDriver> {
  const started: StartedProgram[] = [];
  const end = async () => {
    for (const program of started.toReversed()) await program.end();
  };
  try {
    await mkdir(join(folder, 'config'));
    await writeFile(join(folder, 'config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
    const environment: Record<string, string> = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
    if (display !== undefined) {
      const screen = new StartedProgram(display, [
        '-displayfd',
        '1',
        '-screen',
        '0',
        '1280x900x24',
        '-nolisten',
        'tcp',
      ]);
      started.push(screen);
      environment.DISPLAY = `:${await screen.isReady((printed) => /^(\d+)\n/.exec(printed)?.[1])}`;
      environment.GDK_BACKEND = 'x11';
    }
    const port = await freePort(FIRST_PORT);
    const address = `http://127.0.0.1:${port}`;
    const webDriver = new StartedProgram(driver, [`--port=${port}`], environment);
    started.push(webDriver);
    await webDriver.isReady(() => fetch(`${address}/status`).catch(() => undefined));
    const session = await ask('POST', `${address}/session`, { capabilities: {} });
    const place = `${address}/session/${textAt(session, 'sessionId')}`;
    return {
      send: (command, parameters = {}) =>
        ask('POST', `${place}/${PATHS[command].replace('{id}', textAt(parameters, 'id'))}`, parameters),
      end: async () => {
        await ask('DELETE', place);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function ask(method: string, address: string, parameters?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(parameters && { body: JSON.stringify(parameters) }) });
  const { value } = await answer.json();
  if (!answer.ok) {
    const [code, message] = [textAt(value, 'error'), textAt(value, 'message')];
    throw new WebDriverError(message === OF_REPLACED_PAGE ? PAGE_REPLACED : code, message);
  }
  return value;
}

/** The text of this name, or none. */
function textAt(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : '';
}
