import { spawn } from 'node:child_process';
import type { ChildProcess, IOType } from 'node:child_process';
import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { ensureBuild, serverFile } from '../../scripts/build/ensure-build.ts';

interface Options {
  stdio: [IOType, IOType, IOType];
  detached?: boolean;
}

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  resolve('test/faults/end-with-parent.mjs'),
];

/**
 * Starts the server in a separate process, built from the sources as `npm start` does. It ends with this
 * process.
 */
export async function spawnServer(
  environment: Record<string, string | undefined>,
  { stdio, detached = false }: Options,
): Promise<ChildProcess> {
  await ensureBuild();
  const child = spawn(process.execPath, [...flags, serverFile], {
    env: { ...process.env, SHUTDOWN_DELAY: '0', DISK_RESERVE_MIB: '0', ...environment },
    stdio: [...stdio, 'pipe'],
    detached,
  });
  (child.stdio[3] as Socket).unref();
  return child;
}
