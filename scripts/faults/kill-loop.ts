import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { registerAt } from '../../test/faults/customer.ts';
import { createFolder, startProgram } from '../../test/faults/program.ts';
import type { Program } from '../../test/faults/program.ts';
import { nothingPromised, startLoad } from './load.ts';
import { sums, verify } from './verify.ts';

const environment = { RATE_LIMITS: 'false', LOG_LEVEL: 'silent' };

interface World {
  program: Program;
  /** Programs that exited without being killed. */
  exits: string[];
  expectsExit: boolean;
}

type Fault = (world: World) => Promise<void>;

const faults: Record<string, Fault> = {
  server: async (world) => {
    await killServer(world);
    await start(world);
  },
  postgres: async (world) => {
    process.kill(postmaster(world.program), 'SIGKILL');
    await untilReady(world);
  },
  both: async (world) => {
    process.kill(postmaster(world.program), 'SIGKILL');
    await killServer(world);
    await start(world);
  },
  backends: async (world) => {
    for (let times = 0; times < 3; times += 1) {
      await endBackends(world.program).catch(() => undefined);
      await sleep(100);
    }
    await untilReady(world);
  },
  'at start': async (world) => {
    await killServer(world);
    const starting = startProgram(environment, world.program.folder, { ready: false });
    const { child } = await starting;
    await sleep(Math.random() * 2500);
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await start(world);
  },
};

/** Kills the server and PostgreSQL in turn under load. Returns the failures as sentences. */
export async function killLoop(rounds: number): Promise<string[]> {
  const folder = createFolder();
  const world: World = { program: await startProgram(environment, folder), exits: [], expectsExit: false };
  watch(world, 'the first process');
  const failures: string[] = [];
  try {
    const { key } = await registerAt(world.program.hop);
    const promised = nothingPromised();
    const began = Date.now();
    for (let round = 0; round < rounds; round += 1) {
      const [name = '', fault] = Object.entries(faults)[round % 5] ?? [];
      const load = startLoad(() => world.program.hop, key, promised);
      await sleep(400 + Math.random() * 400);
      await fault?.(world);
      await sleep(200);
      await load.stop();
      if ((round + 1) % 10 === 0 || round + 1 === rounds)
        console.log(
          `round ${round + 1} (${name}): ${sums(promised)}, ${Math.round((Date.now() - began) / 1000)} s`,
        );
    }
    const connection = findEmbeddedPostgres(`${folder}/postgres`, 'plaza');
    if (!connection) return ['PostgreSQL is not running after the last round'];
    failures.push(...(await verify(connection, promised)), ...world.exits);
    console.log(`${rounds} rounds: ${sums(promised)}; ${world.exits.length} unexpected exits`);
  } finally {
    world.expectsExit = true;
    await world.program.remove();
  }
  return failures.map((failure) => `kill loop: ${failure}`);
}

/** Restarts at the same addresses, so that the load continues. */
async function start(world: World): Promise<void> {
  const { plaza, hop, folder } = world.program;
  world.program = await startProgram(
    { ...environment, PLAZA_PORT: new URL(plaza).port, HOP_PORT: new URL(hop).port },
    folder,
  );
  watch(world, 'a restarted process');
}

function watch(world: World, name: string): void {
  world.expectsExit = false;
  const { child } = world.program;
  child.once('exit', (code, signal) => {
    if (!world.expectsExit) world.exits.push(`${name} exited unexpectedly (${code ?? signal})`);
  });
}

async function killServer(world: World): Promise<void> {
  world.expectsExit = true;
  const { child } = world.program;
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const postmaster = ({ folder }: Program): number =>
  Number(readFileSync(`${folder}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);

async function endBackends({ folder }: Program): Promise<void> {
  const client = new pg.Client(findEmbeddedPostgres(`${folder}/postgres`, 'plaza'));
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

async function untilReady({ program, exits }: World): Promise<void> {
  for (let triesLeft = 600; triesLeft > 0 && program.child.exitCode === null; triesLeft -= 1) {
    const answer = await fetch(`${program.hop}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await sleep(50);
  }
  exits.push('not ready again within 30 seconds');
}
