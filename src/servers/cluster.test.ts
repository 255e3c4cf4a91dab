import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { testWithDatabase } from '../../test/app.ts';
import { connectionTo } from '../../test/database.ts';
import { freePorts } from '../../test/free-ports.ts';
import { spawnServer } from '../../test/faults/spawn-server.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  testWithDatabase(
    `${signal} to the parent and its workers at once lets all of them finish`,
    async ({ app }, context) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
      const { user, host, port, database } = await connectionTo(rows[0]!.name);
      const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
      const [plazaPort, hopPort] = await freePorts(2);
      const server = await spawnServer(
        {
          DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
          DATA_DIR: folder,
          HOST: '127.0.0.1',
          PLAZA_PORT: String(plazaPort),
          HOP_PORT: String(hopPort),
          WORKERS: '2',
          LOG_LEVEL: 'error',
        },
        { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
      );
      context.after(() => {
        server.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      });
      const complaints = text(server.stderr!);
      // The first output appears when all processes are serving.
      await once(server.stdout!, 'data');
      process.kill(-server.pid!, signal);
      assert.deepEqual(await once(server, 'exit'), [0, null]);
      assert.equal(await complaints, '');
    },
  );
