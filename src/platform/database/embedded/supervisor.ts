import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SupervisorLog, type Server, sizeOfLog, truncateLog } from './server.ts';
import { isAlive, signal, startPostmaster, stopPostmaster } from './postmaster.ts';
import { untilReady } from './ready.ts';

/** In milliseconds. */
const times = {
  /** between checks of the main process, because an adopted process sends no exit event */
  interval: 100,
  /** maximum delay before the next restart */
  pause: 10_000,
  /** uptime after which the restart delay is reset */
  steady: 60_000,
  /** a start that takes longer is reported to the operator */
  maxWait: 5000,
  rotate: 60_000,
};

/** Supervises one server from `start` to `stop`. */
export class Supervisor {
  readonly #server: Server;
  readonly #log: SupervisorLog;
  /** the main process, if started */
  #pid: number | undefined;
  #started = Date.now();
  #isReady = false;
  readonly #stopping = new AbortController();
  #watching = Promise.resolve();
  #rotating: NodeJS.Timeout | undefined;

  constructor(server: Server, log: SupervisorLog) {
    this.#server = server;
    this.#log = log;
  }

  /** @param running the main process that an earlier owner left running */
  async start(running: number | undefined): Promise<void> {
    this.#pid = running;
    process.once('exit', this.#stopAtExit);
    await this.#run();
    this.#report(running ? 'PostgreSQL was still running: reusing it' : 'PostgreSQL is running');
    this.#rotating = setInterval(() => truncateLog(this.#server), times.rotate).unref();
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#rotating);
    if (this.#pid) await stopPostmaster(this.#pid);
    await this.#watching;
    if (this.#pid) await stopPostmaster(this.#pid); // it may have been restarting at that moment
    process.off('exit', this.#stopAtExit);
  }

  async #run(): Promise<void> {
    this.#started = Date.now();
    const logged = sizeOfLog(this.#server);
    const pid = this.#isAlive() ? this.#pid : undefined;
    this.#pid = pid ?? (await startPostmaster(this.#server));
    const slow = setTimeout(() => this.#report('PostgreSQL is recovering from a crash'), times.maxWait);
    await untilReady(this.#server, this.#pid, logged).finally(() => clearTimeout(slow));
    this.#isReady = true;
  }

  async #watch(): Promise<void> {
    let pause = 0;
    while (!this.#isStopping()) {
      await this.#rest(times.interval);
      if (this.#isAlive()) {
        if (Date.now() - this.#started > times.steady) pause = 0;
        continue;
      }
      await this.#rest(pause);
      pause = Math.min(pause * 2 || times.interval, times.pause);
      if (!this.#isStopping()) await this.#runAgain();
    }
  }

  async #runAgain(): Promise<void> {
    if (this.#isReady) this.#log.warn({ pid: this.#pid }, 'PostgreSQL exited unexpectedly: restarting it');
    this.#isReady = false;
    try {
      await this.#run();
      this.#report('PostgreSQL is running again');
    } catch (err) {
      if (!this.#isStopping())
        this.#log.warn({ err }, 'PostgreSQL could not be restarted: trying again soon');
    }
  }

  #report(what: string): void {
    const { folder } = this.#server;
    this.#log.info({ folder, pid: this.#pid, milliseconds: Date.now() - this.#started }, what);
  }

  #isAlive(): boolean {
    return this.#pid !== undefined && isAlive(this.#pid);
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #rest(milliseconds: number): Promise<void> {
    const options = { ref: false, signal: this.#stopping.signal };
    await sleep(milliseconds, undefined, options).catch(() => undefined);
  }

  /**
   * For exits without `stop`, such as an uncaught exception, after which no process would supervise the
   * server.
   */
  readonly #stopAtExit = (): void => {
    if (this.#pid) signal(this.#pid, 'SIGINT');
  };
}
