import assert from 'node:assert/strict';
import type pg from 'pg';
import { freePort, startServer, type Server } from '../server.ts';
import type { World } from '../growth/open-world.ts';
import { processorTime } from './processor-time.ts';

const rounds = 4;
const requests = 300;

/**
 * Measures the processor time that one request costs the server and PostgreSQL, alternating with a server
 * that runs a single statement. Both return the same fields of the same rows, compressed.
 */
export async function compareWithBaseline(
  statements: pg.Client,
  world: World,
  connection: string,
): Promise<void> {
  const port = await freePort();
  const bare = await startServer(
    ['bench/chat/baseline-server.ts', String(port)],
    { DATABASE_URL: connection },
    port,
  );
  try {
    for (const path of ['/apis/php/chat/messages?conversation_id=3', '/apis/php/chat/conversations']) {
      const sides = [
        { server: world.server, name: 'plaza', spent: 0 },
        { server: bare, name: 'bare', spent: 0 },
      ];
      const [plaza, other] = await Promise.all(
        sides.map(async ({ server }) => shapeOf(await get(server, path, world.headers.reader))),
      );
      assert.deepEqual(other, plaza);
      for (let round = -1; round < rounds; round += 1)
        for (const side of sides) {
          const before = await processorTime(statements, side.server.pid, side.name);
          for (let n = 0; n < requests; n += 1) await get(side.server, path, world.headers.reader);
          const after = await processorTime(statements, side.server.pid, side.name);
          if (round >= 0) side.spent += after - before;
        }
      const [ours = NaN, theirs = NaN] = sides.map(({ spent }) => spent / rounds / requests);
      const ratio = (theirs / ours).toFixed(2);
      console.log(
        `${path.padEnd(50)} ${ours.toFixed(2)} ms, bare ${theirs.toFixed(2)} ms, ratio ${ratio} (bar >= 0.5)`,
      );
    }
  } finally {
    await bare.stop();
  }
}

async function get({ origin }: Server, path: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(origin + path, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

/** Returns the number of rows, their ids and their fields. */
function shapeOf(text: string): object {
  const { data } = JSON.parse(text) as { data: Rows | { messages: Rows } };
  const rows = Array.isArray(data) ? data : data.messages;
  const fieldsOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(fieldsOf)
      : value !== null && typeof value === 'object'
        ? Object.entries(value)
            .map(([name, each]) => [name, fieldsOf(each)])
            .sort()
        : null;
  return { ids: rows.map((row) => row.message_id ?? row.conversation_id), fields: fieldsOf(data) };
}

type Rows = Record<string, unknown>[];
