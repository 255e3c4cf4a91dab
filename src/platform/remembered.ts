import { LRUCache } from 'lru-cache';
import { hours } from '../kernel/time.ts';
import type { App } from './app.ts';

interface Remembered<Value> {
  get(app: App, key: string): Promise<Value>;
  /** The value if it is remembered now, for what cannot wait. */
  peek(app: App, key: string): Value | undefined;
  /** Forgets a value in this process at once, and in others soon after. Called after each change. */
  announce(app: App, key: string): Promise<void>;
}

const max = 5000;
/** How long a process trusts what it read, if a broadcast is lost. */
const life = hours(1);

/** Returns what a process has of its own, which is created when it is first asked for. */
export function perProcess<Value>(
  create: (app: Pick<App, 'broadcast'>) => Value,
): (app: Pick<App, 'broadcast'>) => Value {
  const values = new WeakMap<App['broadcast'], { value: Value }>();
  return (app) => {
    const known = values.get(app.broadcast) ?? { value: create(app) };
    values.set(app.broadcast, known);
    return known.value;
  };
}

/**
 * Remembers what pages read all the time and people rarely change, such as settings, in each process. `topic` is the
 * broadcast of a change.
 */
export function remembered<Value>(
  topic: string,
  read: (app: App, key: string) => Promise<Value>,
): Remembered<Value> {
  interface Entry {
    value: Promise<Value>;
    settled?: Value;
    until: number;
  }
  const memoryOf = perProcess(({ broadcast }) => {
    // `maxSize` rather than `max`, which would allocate the space immediately.
    const memory = new LRUCache<string, Entry>({ maxSize: max, sizeCalculation: () => 1 });
    broadcast.subscribe(topic, (key) => void memory.delete(key as string));
    broadcast.onGap(() => memory.clear());
    return memory;
  });
  return {
    get: (app, key) => {
      if (app.db.isTransaction) return read(app, key);
      const memory = memoryOf(app);
      const known = memory.get(key);
      if (known && known.until > performance.now()) return known.value;
      // A replica may not have the change yet after which this is read.
      const value = read(app.replicas ? { ...app, db: app.replicas.primary } : app, key);
      const entry: Entry = { value, until: performance.now() + life };
      memory.set(key, entry);
      value.then(
        (settled) => (entry.settled = settled),
        () => memory.delete(key),
      );
      return value;
    },
    peek: (app, key) => {
      const known = memoryOf(app).get(key);
      return known && known.until > performance.now() ? known.settled : undefined;
    },
    announce: (app, key) => {
      memoryOf(app).delete(key);
      return app.broadcast.publish(app, topic, key);
    },
  };
}
