import assert from 'node:assert/strict';
import fastify from 'fastify';
import { sql } from 'kysely';
import { test } from '../../../../test/app.ts';
import { openDatabase } from '../../database/open.ts';
import { closeGracefully } from '../listener.ts';
import { addOperations } from './site-documents.ts';

for (const [what, isCompatible, status] of [
  ['an incompatible migration of a newer version', false, 503],
  ['a compatible migration of a newer version', true, 200],
] as const)
  test(`${what}: /readyz is ${status}`, async (app) => {
    const server = fastify();
    closeGracefully(server);
    addOperations(server, app);
    const ask = async () => {
      const { statusCode, body } = await server.inject('/readyz');
      return [statusCode, body];
    };
    assert.deepEqual(await ask(), [200, '{"status":"ready"}']);
    await sql`insert into public.migration (name, hash, is_compatible) values ('9999-next.sql', 'x', ${isCompatible})`.execute(
      app.db,
    );
    assert.equal((await ask())[0], status);
    if (status === 503) assert.equal((await ask())[1], '{"status":"waiting","for":"upgrade"}');
    server.announceStop();
    assert.deepEqual(await ask(), [503, '{"status":"waiting","for":"shutdown"}']);
    await server.close();
  });

test('without the database, /readyz says whether redirects and cached pages are served', async (app) => {
  const server = fastify();
  closeGracefully(server);
  const away = openDatabase({ connectionString: 'postgres://127.0.0.1:1/away' }, app.config, app.log);
  addOperations(server, { ...app, db: away.kysely });
  const ask = async (url: string) => {
    const { statusCode, body } = await server.inject(url);
    return [statusCode, body];
  };
  assert.deepEqual(await ask('/readyz'), [503, '{"status":"waiting","for":"database"}']);
  assert.deepEqual(await ask('/readyz?without=database'), [200, '{"status":"ready","without":"database"}']);
  server.announceStop();
  assert.deepEqual(await ask('/readyz?without=database'), [503, '{"status":"waiting","for":"shutdown"}']);
  await server.close();
  await away.close();
});
