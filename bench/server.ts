import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { ensureBuild, redirectFile, serverFile } from '../scripts/build/ensure-build.ts';
import { pinned } from './load.ts';

/** A server process under test. */
export interface Server {
  origin: string;
  pid: number;
  /** Resident memory, in MiB. */
  memory(): number;
  /** Processor time used, in milliseconds. NaN on systems without /proc. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Returns the flags and variables of a script, as `npm run` gives them to the program. */
function optionsOf(script: 'start' | 'start:redirect') {
  const words = packageJson.scripts[script].split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const variables = Object.fromEntries(
    words.flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split('=')] : [])),
  ) as Record<string, string>;
  return { flags, variables };
}

interface Placement {
  /** Whether the server has only one processor. Default: it does. */
  isPinned?: boolean;
  /** The script whose flags and variables the server gets. Default: those of `npm start`, for all sides. */
  script?: 'start' | 'start:redirect';
}

/** Starts Plaza and Hop as `npm start` does. */
export async function startProgram(
  environment: Record<string, string>,
  port: number,
  placement?: Placement,
): Promise<Server> {
  await ensureBuild();
  return startServer([serverFile], environment, port, placement);
}

/** Starts redirects only, as `npm run start:redirect` does. */
export async function startEdge(environment: Record<string, string>, port: number): Promise<Server> {
  await ensureBuild();
  return startServer([redirectFile], environment, port, { script: 'start:redirect' });
}

/**
 * Starts a server on one processor, so that all sides have the same. The database may use the rest of the
 * machine.
 */
export async function startServer(
  args: readonly string[],
  environment: Record<string, string>,
  port: number,
  { isPinned = true, script = 'start' }: Placement = {},
): Promise<Server> {
  const { flags, variables } = optionsOf(script);
  const command = [process.execPath, ...flags, ...args];
  const [program, all] = isPinned ? pinned(0, command) : [process.execPath, command.slice(1)];
  const child = spawn(program, all, {
    env: { ...process.env, ...variables, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin, { redirect: 'manual' }).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} did not start`);
    await sleep(20);
  }
  return {
    origin,
    pid: child.pid ?? 0,
    memory: () => memoryOf(child),
    processorTime: () => processorTimeOf(child),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const memoryOf = ({ pid }: ChildProcess): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024);

function processorTimeOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10; // In hundredths of a second.
  } catch {
    return NaN;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
