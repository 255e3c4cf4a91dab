/** The reference of `bench/reads.ts`: a server that only sends statements and answers with their rows as JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Statement } from './measure.ts';

const [{ connection, statements }] = (await once(process, 'message')) as [
  { connection: pg.PoolConfig; statements: Statement[][] },
];
const pool = new pg.Pool({
  ...connection,
  max: 10,
  application_name: 'bare',
  options: '-c plan_cache_mode=force_generic_plan',
});
const names = new Map<string, string>();
const nameOf = (text: string) => {
  const name = names.get(text) ?? `b${names.size}`;
  names.set(text, name);
  return name;
};
const server = createServer((request, response) => {
  void answer(Number(request.url?.slice(1))).then((body) => {
    response.setHeader('content-type', 'application/json').end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function answer(n: number): Promise<string> {
  const results: unknown[] = [];
  for (const { text, values } of statements[n] ?? []) {
    const { rows } = await pool.query({ name: nameOf(text), text, values });
    results.push(rows);
  }
  return JSON.stringify(results);
}
