import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';
import { seconds } from '../../kernel/time.ts';
import type { SandboxJob, SandboxReply } from './messages.ts';

/** Why a process was ended while it worked. */
export type Ended = 'time' | 'memory' | 'crash';

export class SandboxEnded extends Error {
  readonly reason: Ended;
  constructor(reason: Ended, detail = '') {
    super(`The sandbox ended: ${reason}${detail && ` (${detail})`}`);
    this.reason = reason;
  }
}

/**
 * Processor time of a whole process in seconds. Ends one that works endlessly after its parent was killed.
 */
const processorSeconds = 240;
/** A process that used this much ends between two jobs, long before the limit above. */
const recycledAfterSeconds = 60;
/** Address space that Node reserves as writable without using it, in kB. */
const reserved = 768 * 1024;
/**
 * How long a job may take on a machine that is too busy to give it its processor time, in milliseconds. A
 * machine is not the fault of the input.
 */
const maxWait = (processorTime: number) => Math.max(seconds(60), 20 * processorTime);
/** How often the memory of a working process is read, in milliseconds. */
const interval = 30;
/**
 * Leaves a processor at once when a request wakes up, where Linux can do so: a process at any niceness may end its
 * turn of some milliseconds first.
 */
const idlePriority = 'chrt --idle --pid 0 $$ 2>/dev/null;';
/** Of the memory limit. A process that needs more when it rests ends instead of waiting for the next job. */
const restingShare = 0.75;

const isSource = import.meta.url.endsWith('.ts');
const program = join(projectFolder, isSource ? 'src/sandbox.ts' : 'build/sandbox.js');

/**
 * A process that runs one job at a time, without the settings and secrets of this one, without write access
 * to files of others, and with limits of the operating system behind the limits that are watched here.
 */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #memory: number;
  readonly #meter: Meter;
  #isOver = false;
  #stderr = '';
  /** Whether the last job left it too large, or it has used much processor time. */
  #isWorn = false;

  private constructor(child: ChildProcess, memory: number) {
    this.#child = child;
    this.#memory = memory;
    this.#meter = new Meter(child.pid);
    child.once('exit', () => {
      this.#isOver = true;
      this.#meter.close();
    });
    const errors = child.stderr as Socket;
    errors.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000);
    });
    errors.unref();
  }

  /** Starts a process with a niceness, and with write access to nothing but a folder. Resolves when it can take a job. */
  static async start(memory: number, niceness: number, folder?: string): Promise<SandboxProcess> {
    const heap = Math.max(64, Math.floor(memory * 0.6));
    const flags = [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heap}`,
      '--max-semi-space-size=4',
      '--permission',
      '--allow-fs-read=*',
      ...(folder === undefined ? [] : [`--allow-fs-write=${folder}/*`]),
      '--allow-addons',
      // The compiler behind some tools is a program.
      '--allow-child-process',
    ];
    const limits = `ulimit -d ${reserved + 2 * memory * 1024}; ulimit -t ${processorSeconds}; ulimit -c 0`;
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `(${limits}) 2>/dev/null && { ${limits}; }; ${niceness > 19 ? idlePriority : ''} exec "$@"`,
        'sh',
        process.execPath,
        ...flags,
        program,
      ],
      {
        cwd: projectFolder,
        env: { LANG: 'C.UTF-8', MALLOC_ARENA_MAX: '2' },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        serialization: 'advanced',
      },
    );
    lowerPriority(child.pid, Math.min(niceness, 19));
    const started = new SandboxProcess(child, memory);
    await started.#next(() => undefined);
    started.#rest();
    return started;
  }

  /** Whether the process can take another job. */
  get isUsable(): boolean {
    return !this.#isOver && !this.#isWorn && this.#child.connected;
  }

  /**
   * Runs a job for at most `time` milliseconds of processor time. Rejects with `SandboxEnded` if the process
   * had to be killed, or ended by itself.
   */
  async run(job: SandboxJob, time: number): Promise<Exclude<SandboxReply, 'ready'>> {
    const ended: { by: Ended } = { by: 'crash' };
    this.#child.ref();
    this.#child.channel?.ref();
    const end = (why: Ended) => {
      ended.by = why;
      this.kill();
    };
    const limit = this.#meter.processorSeconds() + time / 1000;
    const timer = setTimeout(() => end('time'), maxWait(time));
    let readings = 0;
    const watch = setInterval(() => {
      if (this.#meter.residentMegabytes() > this.#memory) end('memory');
      // Memory grows much faster than time. On a busy machine, a job is watched for a minute.
      readings += 1;
      if (readings % 4 === 0 && this.#meter.processorSeconds() > limit) end('time');
    }, interval);
    try {
      const reply = await this.#next(() => {
        this.#child.send(job, (error) => error && this.kill());
      });
      this.#isWorn =
        this.#meter.residentMegabytes() > this.#memory * restingShare ||
        this.#meter.processorSeconds() > recycledAfterSeconds;
      return reply as Exclude<SandboxReply, 'ready'>;
    } catch (error) {
      if (!(error instanceof SandboxEnded)) throw error;
      const isMemory = ended.by === 'crash' && isOutOfMemory(error.message);
      throw new SandboxEnded(isMemory ? 'memory' : ended.by, error.message);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
      this.#rest();
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** A process without work does not keep this one running. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Resolves with the next message, and rejects if the process ends first. */
  #next(begin: () => void): Promise<SandboxReply> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const over = (code: number | null, signal: string | null) =>
        settle(() => reject(new SandboxEnded('crash', `${signal ?? code} ${this.#stderr}`)));
      const failed = (error: Error) => settle(() => reject(new SandboxEnded('crash', error.message)));
      const got = (reply: unknown) => settle(() => resolve(reply as SandboxReply));
      const settle = (outcome: () => void) => {
        child.off('message', got).off('exit', over).off('error', failed);
        outcome();
      };
      if (this.#isOver) return over(null, 'ended');
      child.once('message', got).once('exit', over).once('error', failed);
      begin();
    });
  }
}

/**
 * Called before the program starts its threads, which have the priority of the thread that starts them. Loading the
 * code, after each process that was killed, then does not delay requests either.
 */
function lowerPriority(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // The process has ended, or the system forbids it: the work then competes with requests.
  }
}

/** Of V8, of the memory allocator and of image libraries. */
const isOutOfMemory = (text: string) => /out of memory|bad_alloc|SIGABRT|SIGTRAP|SIGSEGV/i.test(text);

const pageKilobytes = 4;
/** Linux counts hundredths of a second. */
const ticksPerSecond = 100;

/** Reads what a process uses. All figures are 0 where /proc does not exist: the limits of the system remain. */
class Meter {
  #memory: number | undefined;
  #times: number | undefined;
  readonly #bytes = Buffer.alloc(1024);

  /** The files stay open, because they are read often. */
  constructor(pid: number | undefined) {
    this.#memory = openIfThere(`/proc/${pid}/statm`);
    this.#times = openIfThere(`/proc/${pid}/stat`);
  }

  residentMegabytes(): number {
    return (Number(this.#read(this.#memory).split(' ')[1] ?? 0) * pageKilobytes) / 1024;
  }

  processorSeconds(): number {
    const text = this.#read(this.#times);
    // The name of the program, in parentheses, can have spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
  }

  close(): void {
    for (const file of [this.#memory, this.#times]) if (file !== undefined) closeSync(file);
    this.#memory = this.#times = undefined;
  }

  #read(file: number | undefined): string {
    try {
      return file === undefined
        ? ''
        : this.#bytes.toString('latin1', 0, readSync(file, this.#bytes, 0, this.#bytes.length, 0));
    } catch {
      return ''; // The process has ended.
    }
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
}
