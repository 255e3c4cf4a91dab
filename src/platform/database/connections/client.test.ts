import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { freePorts } from '../../../../test/free-ports.ts';
import { cloneDatabase, connectionTo, dropDatabase } from '../../../../test/database.ts';
import { startProxy } from '../../../../test/faults/proxy.ts';
import { createLog } from '../../logging/log.ts';
import { isOutcomeUnknown } from '../errors.ts';
import { DatabaseClient, hostsOf } from './client.ts';
import { createPool } from './pool.ts';

const log = createLog({ LOG_LEVEL: 'silent' });

test('reads addresses of several hosts', () => {
  const rows: [string, string[] | undefined, string?][] = [
    ['postgres://db/plaza', undefined],
    ['postgres://db1,db2/plaza', ['postgres://db1/plaza', 'postgres://db2/plaza'], 'read-write'],
    [
      'postgresql://me:p%40ss@db1:5433,[::1]:5434/plaza?sslmode=require&target_session_attrs=any',
      [
        'postgresql://me:p%40ss@db1:5433/plaza?sslmode=require',
        'postgresql://me:p%40ss@[::1]:5434/plaza?sslmode=require',
      ],
      'any',
    ],
    ['postgres://db/plaza?target_session_attrs=primary&a=b', ['postgres://db/plaza?a=b'], 'primary'],
    [
      'postgres://%2Frun%2Fpg,db/plaza?target_session_attrs=standby',
      ['postgres://%2Frun%2Fpg/plaza', 'postgres://db/plaza'],
      'standby',
    ],
  ];
  for (const [address, urls, attributes] of rows) {
    const found = hostsOf(address);
    assert.deepEqual(found?.urls, urls, address);
    assert.equal(found?.attributes, attributes);
  }
  assert.throws(() => hostsOf('postgres://db1,db 2/plaza'), /is not a list of hosts/);
  assert.throws(
    () => hostsOf('postgres://db/plaza?target_session_attrs=fast'),
    /must be one of any, read-write/,
  );
});

test('connects to the first host that answers and meets the condition', async (context) => {
  const database = await cloneDatabase();
  context.after(() => dropDatabase(database));
  const { host, port, user } = await connectionTo(database);
  const [closed = 0] = await freePorts(1);
  const live = `${encodeURIComponent(host)}:${port}`;
  const open = async (condition: string) => {
    const client = new DatabaseClient({
      connectionString: `postgres://${user}@127.0.0.1:${closed},${live}/${database}?target_session_attrs=${condition}`,
    });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.end();
    return rows[0]?.name;
  };
  for (const condition of ['read-write', 'primary', 'any', 'prefer-standby'])
    assert.equal(await open(condition), database);
  for (const condition of ['standby', 'read-only'])
    await assert.rejects(open(condition), (error: { code?: string }) =>
      ['25006', 'ECONNREFUSED'].includes(error.code ?? ''),
    );
});

test('drops what waits for a former primary that answers nothing', async (context) => {
  const database = await cloneDatabase();
  const { host, port, user } = await connectionTo(database);
  const [former, next] = [await startProxy({ host, port }), await startProxy({ host, port })];
  context.after(async () => {
    await Promise.all([former.close(), next.close()]);
    await dropDatabase(database);
  });
  const connectionString = `postgres://${user}@127.0.0.1:${former.port},127.0.0.1:${next.port}/${database}`;
  const open = async () => {
    const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 500 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const waiting = await open();
  former.drop();
  const lost = assert.rejects(waiting.query('select pg_sleep(300)'), /Connection terminated/);
  // The first finds out that the known host is away, the second looks for another one.
  await assert.rejects(open());
  const client = await open();
  await lost;
  await client.end();
});

test('drops the connections to a server that has become read-only', async (context) => {
  const database = await cloneDatabase();
  const connection = await connectionTo(database);
  const pool = createPool({ connection, name: 'test', max: 2, timeout: 5000, isDirect: true }, log);
  context.after(async () => {
    await pool.end();
    await dropDatabase(database);
  });
  const admin = new DatabaseClient(connection);
  await admin.connect();
  const write = async () => {
    const client = await pool.connect();
    try {
      await client.query('create temporary table if not exists written (id int)');
      await client.query(
        "insert into system.setting (name, value, changed_at) values ('x', '1', now()) on conflict do nothing",
      );
    } finally {
      client.release();
    }
  };
  await admin.query(`alter database "${database}" set default_transaction_read_only = on`);
  await assert.rejects(write(), { code: '25006' });
  await admin.query(`alter database "${database}" reset default_transaction_read_only`);
  await write();
  await admin.end();
});

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 'latin1');
  bytes.writeInt32BE(4 + body.length, 1);
  bytes.write(body, 5, 'latin1');
  return bytes;
}
const welcome = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);

test('survives a server that ends as soon as it has answered', async (context) => {
  const dying = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(Buffer.concat([welcome, message('E', 'SFATAL\0C57P01\0Mexit\0\0')])),
    );
  }).listen(0, '127.0.0.1');
  await once(dying, 'listening');
  context.after(() => dying.close());
  const { port } = dying.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: 'plaza', database: 'plaza' };
  const pool = createPool({ connection, max: 1, timeout: 1000, name: 'test', isDirect: false }, log);
  context.after(() => pool.end());
  await assert.rejects(pool.query('select 1'));
});

test('knows the answers of a pooler that has sent a statement to no server', async (context) => {
  let answer = '';
  const pooler = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(welcome);
      socket.on('data', () => socket.end(message('E', `SFATAL\0C08P01\0M${answer}\0\0`)));
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  context.after(() => pooler.close());
  const { port } = pooler.address() as AddressInfo;
  for (const [text, isUnknown] of [
    ['query_wait_timeout', false],
    ['server login has been failing, cached error: connect timeout (server_login_retry)', false],
    ['server conn crashed?', true],
  ] as const) {
    answer = text;
    const client = new DatabaseClient({ host: '127.0.0.1', port, user: 'plaza', database: 'plaza' });
    client.on('error', () => undefined);
    await client.connect();
    await assert.rejects(client.query('insert into a values (1)'), (error) => {
      assert.deepEqual([(error as Error).message, isOutcomeUnknown(error)], [text, isUnknown]);
      return true;
    });
  }
});
