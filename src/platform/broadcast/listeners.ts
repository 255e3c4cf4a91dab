import type { Log } from '../logging/log.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Listener = (payload: Json, topic: string) => void;

/** The listeners of this process, by topic. */
export interface Listeners {
  subscribe: (topic: string, listener: Listener) => () => void;
  onGap: (listener: () => void) => () => void;
  /** Handles a message as received from the wire. */
  hear: (text: string) => void;
  /** Reports that messages may have been missed. */
  miss: () => void;
}

export function createListeners(log: Log): Listeners {
  const byTopic = new Map<string, Set<Listener>>();
  const gaps = new Set<() => void>();
  /** Isolates listeners from each other's errors. */
  const safely = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a broadcast listener failed');
    }
  };
  return {
    subscribe: (topic, listener) => {
      const listeners = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) byTopic.delete(topic);
      };
    },
    onGap: (listener) => {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
    hear: (text) => {
      const [topic, payload] = JSON.parse(text) as [string, Json];
      for (const listener of [...(byTopic.get(topic) ?? [])]) safely(() => listener(payload, topic));
    },
    miss: () => {
      for (const listener of [...gaps]) safely(listener);
    },
  };
}
