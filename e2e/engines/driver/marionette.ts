import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { StartedProgram } from './started-program';
import { type Command, type WebDriver, WebDriverError } from './web-driver';

const COMMANDS: Readonly<Record<Command, string>> = {
  size: 'WebDriver:SetWindowRect',
  open: 'WebDriver:Navigate',
  reload: 'WebDriver:Refresh',
  run: 'WebDriver:ExecuteScript',
  act: 'WebDriver:PerformActions',
  click: 'WebDriver:ElementClick',
  clear: 'WebDriver:ElementClear',
  type: 'WebDriver:ElementSendKeys',
};

/** Firefox with a profile of its own in this folder, where its downloads are, too. */
export async function startFirefox(program: string, folder: string): Promise<WebDriver> {
  const settings = { 'marionette.port': 0, 'browser.download.folderList': 2, 'browser.download.dir': folder };
  const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  const firefox = new StartedProgram(program, ['--headless', '--no-remote', '--marionette', '--profile', folder]);
  try {
    const port = await firefox.isReady((printed) => /Listening on port (\d+)/.exec(printed)?.[1]);
    const marionette = new Marionette(connect(Number(port), '127.0.0.1'));
    await marionette.ask('WebDriver:NewSession', {});
    return {
      send: (command, parameters = {}) => marionette.ask(COMMANDS[command], parameters),
      end: () => firefox.end(() => marionette.tell('Marionette:Quit', { flags: ['eForceQuit'] })),
    };
  } catch (error) {
    await firefox.end();
    throw error;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * What geckodriver speaks to Firefox: `length:json`, where a request is `[0, id, command, parameters]` and its answer
 * `[1, id, error, result]`. The names of parameters, results and errors are those of W3C WebDriver.
 */
class Marionette {
  private received = Buffer.alloc(0);
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly socket: Socket) {
    socket.on('data', (piece) => this.hear(piece));
    once(socket, 'close').then(
      () => this.isGone('Firefox closed the connection'),
      (error) => this.isGone(String(error)),
    );
  }

  ask(command: string, parameters: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.set(this.tell(command, parameters), { resolve, reject });
    });
  }

  /** Returns the id of the request. */
  tell(command: string, parameters: object): number {
    this.lastId += 1;
    const text = JSON.stringify([0, this.lastId, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return this.lastId;
  }

  private hear(piece: Buffer): void {
    this.received = Buffer.concat([this.received, piece]);
    for (;;) {
      const colon = this.received.indexOf(':');
      const end = colon + 1 + Number(this.received.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.received.length < end) return;
      this.take(JSON.parse(this.received.subarray(colon + 1, end).toString()));
      this.received = this.received.subarray(end);
    }
  }

  private take(answer: unknown): void {
    // The first one is a greeting.
    if (!Array.isArray(answer)) return;
    const [, id, error, result] = answer;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === null) waiting?.resolve(result?.value ?? null);
    else waiting?.reject(new WebDriverError(error.error, error.message));
  }

  private isGone(why: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}
