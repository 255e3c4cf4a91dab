import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A commit of this repository in a folder of its own, with the packages of its time. */
export interface FormerVersion {
  folder: string;
  /** Runs a script of its `package.json`. */
  run(script: string, environment: Record<string, string>): void;
  start(environment: Record<string, string>): Promise<ChildProcess>;
  remove(): void;
}

/** Checks out a commit by `git worktree` and installs its packages, which takes about a minute. */
export function openFormerVersion(commit: string): FormerVersion {
  const folder = join(mkdtempSync(join(tmpdir(), 'plaza-former-')), 'plaza');
  const command = (program: string, args: string[], options: object = {}) =>
    execFileSync(program, args, {
      stdio: ['ignore', process.env.LOG_LEVEL === undefined ? 'ignore' : 'inherit', 'inherit'],
      ...options,
    });
  command('git', ['worktree', 'add', '--quiet', '--detach', folder, commit]);
  const remove = () => {
    command('git', ['worktree', 'remove', '--force', folder]);
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error'];
    command('npm', ['ci', ...options], { cwd: folder });
    command(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build.ts'], { cwd: folder });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    run: (script, environment) =>
      void command('npm', ['run', '--silent', script], {
        cwd: folder,
        env: { ...process.env, ...environment },
      }),
    start: async (environment) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/main.js'], {
        cwd: folder,
        env: { ...process.env, ...environment },
        stdio: ['ignore', process.env.LOG_LEVEL === undefined ? 'ignore' : 'inherit', 'inherit'],
      });
      process.once('exit', () => child.kill('SIGKILL'));
      while (!(await isReady(`http://localhost:${environment.HOP_PORT}`))) {
        if (child.exitCode !== null) throw new Error(`commit ${commit} did not start; see above`);
        await sleep(100);
      }
      return child;
    },
    remove: () => existsSync(folder) && remove(),
  };
}

export async function isReady(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Stops a server as systemd does, and waits for its end. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
