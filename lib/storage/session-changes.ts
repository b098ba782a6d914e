export interface SessionChanges {
  tell(): void;
  /** Returns the function that ends it. */
  listen(listener: () => void): () => void;
}

/** Tells every tab, this one included: a channel does not hear itself, so speaking and listening have one each. */
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
