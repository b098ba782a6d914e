export interface SessionChanges {
  tell(): void;
  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void;
}

/**
 * Notifies every tab including this one: a channel does not receive its own messages, so there is one for sending and
 * one for receiving.
 */
export function sessionChanges(name: string): SessionChanges {
  let speaking: BroadcastChannel | undefined;
  return {
    tell: () => {
      speaking ??= new BroadcastChannel(name);
      speaking.postMessage('changed');
    },
    listen: (listener) => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = () => listener();
      return () => channel.close();
    },
  };
}
