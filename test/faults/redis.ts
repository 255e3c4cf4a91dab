import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { isListening } from './is-listening.ts';

/** Returns the path of Redis or Valkey, if installed. */
export function findRedis(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((program) => spawnSync(program, ['--version']).status === 0);
}

/** Starts a Redis without persistence. Returns its address and a function that stops it. */
export async function startRedis(program: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const child = spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error('Redis did not start; see its output above');
    await sleep(20);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
