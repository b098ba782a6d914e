import type { CDPSession, Page } from 'playwright';

/** Bytes in use after garbage collection. */
export interface Heaps {
  readonly page: number;
  readonly worker: number;
}

/**
 * The heaps of a page and of its worker. The driver has no separate session for a worker: its messages go through the
 * page's.
 */
export class HeapGauge {
  private lastId = 0;

  private constructor(
    private readonly session: CDPSession,
    private readonly worker: string,
  ) {}

  static async of(page: Page): Promise<HeapGauge> {
    const session = await page.context().newCDPSession(page);
    const worker = new Promise<string>((resolve) =>
      session.once('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId)),
    );
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false });
    return new HeapGauge(session, await worker);
  }

  async read(): Promise<Heaps> {
    // The last request is still in progress on both sides.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await this.session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.session.send('Runtime.getHeapUsage');
    await this.askWorker('HeapProfiler.collectGarbage');
    return { page: usedSize, worker: usedSizeIn(await this.askWorker('Runtime.getHeapUsage')) };
  }

  private async askWorker(method: string): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<unknown>((resolve) => {
      const listen = ({ message }: { readonly message: string }) => {
        const received: unknown = JSON.parse(message);
        if (typeof received !== 'object' || received === null || !('id' in received) || received.id !== id) return;
        this.session.off('Target.receivedMessageFromTarget', listen);
        resolve('result' in received ? received.result : undefined);
      };
      this.session.on('Target.receivedMessageFromTarget', listen);
    });
    const message = JSON.stringify({ id, method });
    await this.session.send('Target.sendMessageToTarget', { sessionId: this.worker, message });
    return answer;
  }
}

function usedSizeIn(usage: unknown): number {
  const isUsage = typeof usage === 'object' && usage !== null && 'usedSize' in usage;
  if (!isUsage) throw new Error(`The worker told no size of its heap: ${JSON.stringify(usage)}`);
  return Number(usage.usedSize);
}
