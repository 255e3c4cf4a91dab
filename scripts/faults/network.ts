import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { registerAt } from '../../test/faults/customer.ts';
import { createFolder, startProgram } from '../../test/faults/program.ts';
import { startProxy } from '../../test/faults/proxy.ts';
import { nothingPromised, startLoad } from './load.ts';
import { sums, verify } from './verify.ts';

const log = createLog({ LOG_LEVEL: 'silent' });

/** Blackholes the network between the program and PostgreSQL under load. Returns the failures. */
export async function networkFaults(rounds: number): Promise<string[]> {
  const folder = createFolder();
  const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'plaza', log });
  const { host, port, user, database } = postgres.connection;
  const proxy = await startProxy({ host, port });
  const program = await startProgram(
    {
      RATE_LIMITS: 'false',
      DATABASE_URL: `postgres://${user}@${proxy.host}:${proxy.port}/${database}`,
      DATABASE_TIMEOUT: '2',
      SECRET_KEY: 'ab'.repeat(32),
    },
    folder,
  );
  const exits: string[] = [];
  let isOver = false;
  program.child.once('exit', () => {
    if (!isOver) exits.push('the program exited unexpectedly');
  });
  try {
    const { key } = await registerAt(program.hop);
    const promised = nothingPromised();
    for (let round = 0; round < rounds; round += 1) {
      const load = startLoad(() => program.hop, key, promised);
      await sleep(500);
      proxy.drop();
      await sleep(1500);
      proxy.heal();
      const began = Date.now();
      while ((await statusOf(`${program.hop}/readyz`)) !== 200) await sleep(50);
      const recovered = (Date.now() - began) / 1000;
      await sleep(300);
      await load.stop();
      console.log(
        `network drop ${round + 1}: ready ${recovered.toFixed(1)} s after the network was restored; ${sums(promised)}`,
      );
    }
    return [...(await verify(postgres.connection, promised)), ...exits].map(
      (failure) => `network: ${failure}`,
    );
  } finally {
    isOver = true;
    await program.remove();
    await proxy.close();
    await postgres.stop();
  }
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status;
}
