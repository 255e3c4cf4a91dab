/**
 * Measures what every read of both services costs with few and with many posts and links: queries, rows,
 * shared buffers and processor time, which do not depend on other load. Usage: `node bench/growth.ts [sizes]
 * [part of a label]`, for example `node bench/growth.ts 10000,100000 newsfeed`. With a part of a label, writes
 * and jobs are skipped. With GROWTH_FOLDER the databases remain in that folder and are reused.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryFolder } from '../test/memory-folder.ts';
import { fillLinks, linksReads, measureLinkWrites } from './growth/links.ts';
import { measureJobs } from './growth/jobs.ts';
import { measureReads, watchStatements } from './growth/measure.ts';
import { openWorld, startMeasuredPostgres, type World } from './growth/open-world.ts';
import { printTable } from './growth/print-table.ts';
import { fillNetwork, measureWrites, socialReads } from './growth/social.ts';

const sizes = (process.argv[2] ?? '10000,100000,1000000').split(',').map(Number);
const part = process.argv[3] ?? '';
const ownFolder = process.env.GROWTH_FOLDER;

const folder = ownFolder ?? (await mkdtemp(join(memoryFolder(), 'growth-')));
const postgres = await startMeasuredPostgres(folder);
const worlds: World[] = [];
try {
  const statements = await watchStatements(postgres.connection);
  for (const posts of sizes) {
    const size = { posts, people: posts / 10, links: posts };
    worlds.push(await openWorld({ postgres, folder, size, fill: [fillNetwork, fillLinks] }));
  }
  const costs = [];
  for (const world of worlds) {
    const reads = [...(await socialReads(world)), ...(await linksReads(world))];
    costs.push(
      await measureReads(
        statements,
        world,
        reads.filter(({ label }) => label.includes(part)),
      ),
    );
  }
  printTable(worlds, costs);
  // Writes and jobs take minutes and change the data that the next run reads.
  for (const world of part === '' ? worlds : []) {
    await measureWrites(statements, world);
    await measureLinkWrites(statements, world);
    await measureJobs(statements, world);
  }
  await statements.end();
} catch (error) {
  // Logged before cleanup, which may fail as a result.
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const world of worlds) await world.close();
  await postgres.stop();
  if (ownFolder === undefined) await rm(folder, { recursive: true, force: true });
}
