import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { ensureBuild, serverFile } from '../../scripts/build/ensure-build.ts';

interface Options {
  stdio: StdioOptions;
  detached?: boolean;
}

/** The server in a process of its own, made from the sources as `npm start` does it. */
export async function spawnServer(
  environment: Record<string, string | undefined>,
  { stdio, detached = false }: Options,
): Promise<ChildProcess> {
  await ensureBuild();
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', serverFile], {
    env: { ...process.env, ...environment },
    stdio,
    detached,
  });
}
