import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { projectFolder } from '../../kernel/project-folder.ts';
import type { Job, Reply } from './messages.ts';

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
/** A job may take this many times longer than its processor time. */
const maxWait = 5;
/** How often the memory of a working process is read, in milliseconds. */
const interval = 30;
/** Of the memory limit. A process that needs more when it rests ends instead of waiting for the next job. */
const restingShare = 0.75;

const isSource = import.meta.url.endsWith('.ts');
const program = join(projectFolder, isSource ? 'src/sandbox.ts' : 'build/sandbox.js');

/**
 * A process that runs one job at a time, without the settings and secrets of this one, without write access
 * to files, and with limits of the operating system behind the limits that are watched here.
 */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #memory: number;
  #isOver = false;
  #stderr = '';
  /** Whether the last job left it too large, or it has used much processor time. */
  #isWorn = false;

  private constructor(child: ChildProcess, memory: number) {
    this.#child = child;
    this.#memory = memory;
    child.once('exit', () => (this.#isOver = true));
    const errors = child.stderr as Socket;
    errors.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000);
    });
    errors.unref();
  }

  /** Starts a process. Resolves when it can take a job. */
  static async start(memory: number): Promise<SandboxProcess> {
    const heap = Math.max(64, Math.floor(memory * 0.6));
    const flags = [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heap}`,
      '--max-semi-space-size=4',
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      // The compiler behind some tools is a program.
      '--allow-child-process',
    ];
    const limits = `ulimit -d ${reserved + 2 * memory * 1024}; ulimit -t ${processorSeconds}; ulimit -c 0`;
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `(${limits}) 2>/dev/null && { ${limits}; }; exec "$@"`,
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
  async run(job: Job, time: number): Promise<Exclude<Reply, 'ready'>> {
    const ended: { by: Ended } = { by: 'crash' };
    this.#child.ref();
    this.#child.channel?.ref();
    const end = (why: Ended) => {
      ended.by = why;
      this.kill();
    };
    const { pid } = this.#child;
    const limit = processorSecondsOf(pid) + time / 1000;
    // The lowest priority gets little of a busy machine, which is not the fault of the input.
    const timer = setTimeout(() => end('time'), time * maxWait);
    const watch = setInterval(() => {
      if (residentMegabytes(pid) > this.#memory) end('memory');
      if (processorSecondsOf(pid) > limit) end('time');
    }, interval);
    try {
      const reply = await this.#next(() => {
        this.#child.send(job, (error) => error && this.kill());
      });
      this.#isWorn =
        residentMegabytes(this.#child.pid) > this.#memory * restingShare ||
        processorSecondsOf(this.#child.pid) > recycledAfterSeconds;
      return reply as Exclude<Reply, 'ready'>;
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
  #next(begin: () => void): Promise<Reply> {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const over = (code: number | null, signal: string | null) =>
        settle(() => reject(new SandboxEnded('crash', `${signal ?? code} ${this.#stderr}`)));
      const failed = (error: Error) => settle(() => reject(new SandboxEnded('crash', error.message)));
      const got = (reply: unknown) => settle(() => resolve(reply as Reply));
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

/** Of V8, of the memory allocator and of image libraries. */
const isOutOfMemory = (text: string) => /out of memory|bad_alloc|SIGABRT|SIGTRAP|SIGSEGV/i.test(text);

const pageKilobytes = 4;

/** Returns 0 where /proc does not exist: the limits of the operating system remain. */
function residentMegabytes(pid: number | undefined): number {
  const pages = Number(fieldsOf(pid, 'statm')[1] ?? 0);
  return (pages * pageKilobytes) / 1024;
}

/** Linux counts hundredths of a second. */
function processorSecondsOf(pid: number | undefined): number {
  const [, , , , , , , , , , , , , user = '0', system = '0'] = fieldsOf(pid, 'stat');
  return (Number(user) + Number(system)) / 100;
}

function fieldsOf(pid: number | undefined, file: 'stat' | 'statm'): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'latin1');
    // The name of the program, in parentheses, can have spaces.
    const end = text.lastIndexOf(')');
    return (end < 0 ? text : `${pid} ()${text.slice(end + 1)}`).split(' ');
  } catch {
    return [];
  }
}
