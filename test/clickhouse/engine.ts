import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { memoryFolder } from '../memory-folder.ts';

const folder = 'clickhouse-engine';

/** Whether ClickHouse's engine is installed, for Linux on x64: `npm ci --prefix clickhouse-engine`. */
export const isEngineInstalled = () =>
  existsSync(`${folder}/node_modules/@chdb/lib-${process.platform}-${process.arch}-gnu/libchdb.so`);

export interface ClickHouseEngine {
  /** Returns the address of a new, empty database. */
  addDatabase(): Promise<string>;
  /** Ends the process without warning. */
  kill(): Promise<void>;
  /** Starts the process again, with the same data and addresses. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts ClickHouse's engine behind its HTTP interface, in a process of its own. */
export async function startEngine(): Promise<ClickHouseEngine> {
  const data = mkdtempSync(join(memoryFolder(), 'plaza-clickhouse-'));
  let { child, url } = await launch(data, '0');
  const { port } = new URL(url);
  let named = 0;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    addDatabase: async () => {
      const name = `clicks_${(named += 1)}`;
      const response = await fetch(url, { method: 'POST', body: `create database ${name}` });
      if (!response.ok) throw new Error(await response.text());
      return `${url}/${name}`;
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      ({ child, url } = await launch(data, port));
    },
    stop: async () => {
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function launch(data: string, port: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [`${folder}/server.mjs`, port, data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, url };
}
