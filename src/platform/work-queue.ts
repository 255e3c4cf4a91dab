import { type Message, Problem } from '../kernel/problem.ts';

export interface WorkQueueOptions {
  /** Maximum concurrent work. */
  concurrency: number;
  /** Maximum concurrent work per owner. Default: the total. */
  concurrencyPerOwner?: number;
  /** Maximum waiting work, in total and per owner. Additional work is rejected. */
  maxWaiting: number;
  maxWaitingPerOwner: number;
  /** Milliseconds after which waiting work is rejected. */
  timeout: number;
  /** The message of rejections, and the seconds until a retry. */
  message: string | Message;
  retryAfter: number;
}

interface Waiting {
  start: () => void;
}

/**
 * Runs expensive work with bounded concurrency and a bounded queue. Owners take turns, so one with a lot of
 * work delays others by at most one piece of work. When the queue is full, throws a `Problem` of kind
 * `unavailable` with `retryAfter`.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Map<string, number>();
  /** The turn that each owner with work had last. */
  readonly #lastTurn = new Map<string, number>();
  #turns = 0;
  #runningCount = 0;
  #waitingCount = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(owner)) this.#begin(owner);
    else await this.#wait(owner);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #mayRun(owner: string): boolean {
    const { concurrency, concurrencyPerOwner = concurrency } = this.#options;
    return this.#runningCount < concurrency && (this.#running.get(owner) ?? 0) < concurrencyPerOwner;
  }

  #begin(owner: string): void {
    this.#runningCount += 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
    this.#turns += 1;
    this.#lastTurn.set(owner, this.#turns);
  }

  #end(owner: string): void {
    this.#runningCount -= 1;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#startNext();
    this.#forget(owner);
  }

  #wait(owner: string): Promise<void> {
    const { maxWaiting, maxWaitingPerOwner, timeout } = this.#options;
    const line = this.#waiting.get(owner) ?? [];
    if (this.#waitingCount >= maxWaiting || line.length >= maxWaitingPerOwner)
      return Promise.reject(this.#full());
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#remove(owner, entry);
        reject(this.#full());
      }, timeout);
      line.push(entry);
      this.#waiting.set(owner, line);
      this.#waitingCount += 1;
    });
  }

  #remove(owner: string, entry: Waiting): void {
    const line = this.#waiting.get(owner) ?? [];
    line.splice(line.indexOf(entry), 1);
    this.#waitingCount -= 1;
    if (line.length === 0) this.#waiting.delete(owner);
    this.#forget(owner);
  }

  /** An owner without work is as new. */
  #forget(owner: string): void {
    if (!this.#running.has(owner) && !this.#waiting.has(owner)) this.#lastTurn.delete(owner);
  }

  /** Starts the work of the owner who has waited longest for a turn. */
  #startNext(): void {
    let next: { owner: string; entry: Waiting; turn: number } | undefined;
    for (const [owner, [entry]] of this.#waiting) {
      const turn = this.#lastTurn.get(owner) ?? 0;
      if (entry && this.#mayRun(owner) && turn < (next?.turn ?? Infinity)) next = { owner, entry, turn };
    }
    if (!next) return;
    this.#begin(next.owner);
    this.#remove(next.owner, next.entry);
    next.entry.start();
  }

  #full(): Problem {
    const { message, retryAfter } = this.#options;
    return new Problem('unavailable', message, { retryAfter });
  }
}
