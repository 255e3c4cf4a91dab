import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { seal, unseal } from '../../kernel/secrets.ts';
import { hours, seconds } from '../../kernel/time.ts';
import { type App, inTransaction } from '../app.ts';
import { isOutcomeUnknown } from '../database/errors.ts';
import { job } from '../jobs/jobs.ts';
import { WorkQueue } from '../work-queue.ts';

/** How long a call can be replayed. */
const retention = hours(24);
/** How long a call waits for a concurrent call with the same key. */
const maxWait = seconds(10);

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'A unique key of your choice for this call, such as a UUID. Sent again within 24 hours with the same body, it returns the same ' +
        'response with Idempotent-Replayed: true, and nothing is done twice. Rejected calls are not stored, so they can be ' +
        'corrected and sent again.',
    }),
  ),
});

/** What is sent again when a call is repeated. */
export interface Answered {
  status: number;
  body: unknown;
}

/**
 * Runs a call once for each Idempotency-Key of an account. The work and its stored response share one
 * transaction: if the process dies, neither is stored. A concurrent call waits at the unique key, and a
 * rejected call stores nothing.
 */
export async function runIdempotently(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (app: App) => Promise<Answered>,
): Promise<unknown> {
  const key = parseKey(request.headers['idempotency-key']);
  const account = request.caller.viewer?.id;
  if (key === undefined || account === undefined) return send(reply, await work(app));
  const call = { account, key, request: await fingerprint(request) };
  const run = async (app: App) => {
    if (!(await claimCall(app, call))) return replay(app, call, reply);
    const answered = await work(app);
    await storeAnswer(app, call, answered);
    return send(reply, answered);
  };
  return queueOf(app).run(account, () =>
    inTransaction(app, run).catch(async (error: unknown) => {
      await requireSaved(app, call, error);
      return replay(app, call, reply);
    }),
  );
}

/** How often and how long, in milliseconds, to ask whether a call was saved whose response was lost. */
const settling = { tries: 8, pause: 250 };

/**
 * After the connection was lost while a call was being saved: returns if it was saved, and throws a problem if it was
 * not, or if the database does not say so in time. Throws any other error unchanged.
 */
export async function requireSaved(app: App, call: IdempotentCall, error: unknown): Promise<void> {
  if (!isOutcomeUnknown(error) || app.db.isTransaction) throw error;
  for (let left = settling.tries; left > 0; left -= 1) {
    await sleep(settling.pause);
    const isSaved = await wasSaved(app, call).catch(() => undefined);
    if (isSaved) return;
    if (isSaved === false)
      throw new Problem(
        'unavailable',
        msg('The database stopped answering. Nothing was saved, so you can send it again.'),
        { retryAfter: 2, cause: error },
      );
  }
  throw error;
}

/** Whether the transaction that claimed the key was committed. Waits for one that is still being committed. */
async function wasSaved(app: App, call: IdempotentCall): Promise<boolean> {
  const free = new Error('The key is free');
  return inTransaction(app, async (app) => {
    if (await claimCall(app, call)) throw free; // and does not keep it
    return true;
  }).catch((error: unknown) => {
    if (error === free) return false;
    throw error;
  });
}

const queues = new WeakMap<App['config'], WorkQueue>();

/** Each call holds a connection while it works or waits, so they are limited to half of the pool. */
function queueOf({ config }: Pick<App, 'config'>): WorkQueue {
  const present = queues.get(config);
  if (present) return present;
  const queue = new WorkQueue({
    concurrency: Math.max(2, Math.floor(config.DATABASE_POOL / 2)),
    concurrencyPerOwner: 2,
    maxWaiting: 100,
    maxWaitingPerOwner: 20,
    timeout: maxWait,
    message: 'Too many calls with an Idempotency-Key are running. Try again in a moment',
    retryAfter: 2,
  });
  queues.set(config, queue);
  return queue;
}

/** A call that is made once. */
export interface IdempotentCall {
  account: string;
  key: string;
  request: Buffer;
}

function send(reply: FastifyReply, { status, body }: Answered): unknown {
  reply.status(status);
  return body;
}

function parseKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = String(header).trim();
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid(
      'Idempotency-Key',
      msg('Idempotency-Key must have 1 to 255 printable characters and no spaces'),
    );
  return key;
}

/** Hashes everything a call contains: method, URL, fields and files. Calls with equal hashes are the same. */
async function fingerprint({ method, url, bodyHash, body, uploads }: FastifyRequest): Promise<Buffer> {
  // Multipart forms have no body hash, and their fields are flat.
  const sent = bodyHash?.toString('hex') ?? JSON.stringify(body ?? null);
  const hash = createHash('sha256').update(`${method} ${url} ${sent}`);
  await hashFiles(hash, uploads);
  return hash.digest();
}

/** Adds what was uploaded to the hash of a call. */
export async function hashFiles(hash: Hash, uploads: FastifyRequest['uploads']): Promise<void> {
  for (const { field, file } of uploads) {
    hash.update(`\0${field}\0`);
    if (file !== undefined) for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  }
}

/** Whether this call is the first with its key. Expired keys can be used again. */
export async function claimCall(app: App, { account, key, request }: IdempotentCall): Promise<boolean> {
  const now = app.clock.now();
  await sql`select set_config('lock_timeout', ${`${maxWait}ms`}, true)`.execute(app.db);
  const created = await app.db
    .insertInto('system.idempotency_key')
    .values({ account_id: account, key, request, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ request, status: null, response: null, created_at: now })
        .where('system.idempotency_key.created_at', '<=', new Date(now.getTime() - retention)),
    )
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === '55P03' ? atWork() : error;
    });
  await sql`set local lock_timeout to default`.execute(app.db);
  return created !== undefined;
}

const atWork = () =>
  new Problem('conflict', msg('A request with this Idempotency-Key is in progress. Try again in a moment.'), {
    retryAfter: 2,
  });

async function replay(app: App, call: IdempotentCall, reply: FastifyReply): Promise<unknown> {
  const answered = await findRecordedCall(app, call);
  if (!answered) throw atWork();
  reply.header('idempotent-replayed', 'true');
  return send(reply, answered);
}

/** Returns the stored response of a call. Undefined if there is none yet. */
export async function findRecordedCall(
  app: App,
  { account, key, request }: IdempotentCall,
): Promise<Answered | undefined> {
  const row = await app.db
    .selectFrom('system.idempotency_key')
    .select(['request', 'status', 'response'])
    .where('account_id', '=', account)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row?.response || row.status === null) return undefined;
  if (!row.request.equals(request))
    throw new Problem(
      'conflict',
      msg('This Idempotency-Key was used for another request. Choose another one.'),
      {
        field: 'Idempotency-Key',
      },
    );
  return {
    status: row.status,
    body: JSON.parse(unseal(app.config.secretKey, row.response)) as unknown,
  };
}

export async function storeAnswer(
  app: App,
  { account, key }: IdempotentCall,
  { status, body }: Answered,
): Promise<void> {
  await app.db
    .updateTable('system.idempotency_key')
    .set({ status, response: seal(app.config.secretKey, JSON.stringify(body)) })
    .where('account_id', '=', account)
    .where('key', '=', key)
    .execute();
}

/** Forgets a call, so that it can be made again. */
export async function forgetCall({ db }: Pick<App, 'db'>, { account, key }: IdempotentCall): Promise<void> {
  await db
    .deleteFrom('system.idempotency_key')
    .where('account_id', '=', account)
    .where('key', '=', key)
    .execute();
}

export const purgeAnswers = job(
  'system.purge-answers',
  Type.Object({}),
  async ({ db, clock }) => {
    const oldest = new Date(clock.now().getTime() - retention);
    await db.deleteFrom('system.idempotency_key').where('created_at', '<=', oldest).execute();
  },
  { cron: '40 * * * *' },
);
