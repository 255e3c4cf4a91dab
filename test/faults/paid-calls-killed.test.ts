import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../database.ts';
import { identityIn, startFacilitator } from '../paid/facilitator.ts';
import type { Facilitator } from '../paid/facilitator.ts';
import { payOnBase } from '../paid/payments.ts';
import { startProgram } from './program.ts';

tidyUpAfterTests();

/** What the server is doing with a payment when it is killed, and the resulting state in the ledger. */
const steps = {
  claim: undefined,
  verify: 'claimed',
  work: 'claimed',
  'store the answer': 'claimed',
  settle: 'settling',
  charged: 'settling',
  'store the settlement': 'settling',
  answer: 'settled',
} as const;
type Step = keyof typeof steps;
const allSteps = Object.keys(steps) as Step[];

type Payment = ReturnType<typeof payOnBase>;

test('after kill -9 at each step of a paid call, each payment is charged once, and buys its response', async (context) => {
  const { killed, environment, facilitator, database } = await open(context);
  const address = `/api/post?id=${await database.addPost()}`;
  const payments = {} as Record<Step, Payment>;
  for (const step of allSteps) {
    const { headers } = await fetch(killed.plaza + address);
    payments[step] = payOnBase({ headers: Object.fromEntries(headers) }, new Date());
  }
  const pay = (step: Step, base: string) => fetch(base + address, { headers: payments[step] });
  const lost: Promise<unknown>[] = [];
  const begin = (step: Step) => lost.push(assert.rejects(pay(step, killed.plaza), `${step} was answered`));

  const stops = stopAt(facilitator, [
    [payments.verify, 'verify'],
    [payments.settle, 'settle'],
    ...(['charged', 'store the settlement', 'answer'] as const).map(
      (step) => [payments[step], 'charged'] as const,
    ),
  ]);
  for (const step of ['verify', 'settle', 'charged', 'store the settlement', 'answer'] as const) {
    begin(step);
    await stops.reached(payments[step]);
  }
  for (const step of ['store the settlement', 'answer'] as const) {
    await database.hold(step, 'select from paid.payment where quote = $1 for update', [
      quoteIn(payments[step]),
    ]);
    stops.release(payments[step]);
    await database.waiting('update "paid"."payment"', step === 'answer' ? 2 : 1);
  }
  await database.hold('store the answer', 'lock table paid.response in exclusive mode');
  begin('store the answer');
  await database.waiting('insert into paid.response');
  await database.hold('work', 'lock table social.post in access exclusive mode');
  begin('work');
  await database.waiting('"social"."post"');
  await database.hold('claim', claimElsewhere, [quoteIn(payments.claim)]);
  begin('claim');
  await database.waiting('insert into "paid"."payment"');

  // The last payment is settled while its process can no longer respond.
  killed.child.kill('SIGSTOP');
  await database.release('answer');
  while ((await database.stateOf(payments.answer)) !== 'settled') await sleep(5);
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  await Promise.all(lost);
  await database.endOrphans();
  for (const step of allSteps) assert.equal(await database.stateOf(payments[step]), steps[step], step);
  assert.deepEqual(
    allSteps.filter((step) => facilitator.charged.has(identityIn(payments[step]))),
    ['charged', 'store the settlement', 'answer'],
  );

  facilitator.reach = undefined;
  await database.endLeases();
  const next = await startProgram(environment);
  context.after(() => next.remove());
  for (const step of allSteps) {
    const answer = await pay(step, next.plaza);
    const text = await answer.text();
    assert.equal(answer.status, 200, `${step}: ${text}`);
    assert.match(text, /Sourdough/);
    assert.equal(await database.stateOf(payments[step]), 'settled', step);
    const { settled } = facilitator;
    assert.equal(await (await pay(step, next.plaza)).text(), text);
    assert.equal(facilitator.settled, settled, `${step}: the payment is not settled again`);
  }
  assert.equal(facilitator.charged.size, allSteps.length);
});

test('a call that lost the database is answered when it is sent again, before its lease ends', async (context) => {
  const { killed, facilitator, database } = await open(context);
  const address = `${killed.plaza}/api/post?id=${await database.addPost()}`;
  const { headers } = await fetch(address);
  const payment = payOnBase({ headers: Object.fromEntries(headers) }, new Date());
  await database.hold('store the answer', 'lock table paid.response in exclusive mode');
  const lost = fetch(address, { headers: payment });
  await database.waiting('insert into paid.response');
  await database.endOrphans();
  assert.equal((await lost).status, 503);
  assert.equal(facilitator.charged.size, 0);
  assert.equal((await fetch(address, { headers: payment })).status, 200);
  assert.equal(facilitator.charged.size, 1);
});

/** Starts a server in a separate process, with a facilitator and a database that outlive it. */
async function open(context: TestContext) {
  const name = await cloneDatabase();
  const connection = await connectionTo(name);
  const facilitator = await startFacilitator();
  const { user, host, port } = connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    SECRET_KEY: 'ab'.repeat(32),
    OUTBOUND_ALLOW: '127.0.0.0/8',
    X402_FACILITATOR_URL: facilitator.url,
    X402_BASE_RPC_URL: `${facilitator.url}/base`,
    X402_SOLANA_RPC_URL: '',
    X402_PAY_TO_BASE: `0x${'12'.repeat(20)}`,
    X402_PAY_TO_SOLANA: 'So11111111111111111111111111111111111111112',
  };
  const database = await openDatabase(connection);
  const killed = await startProgram(environment);
  context.after(async () => {
    await database.close();
    await killed.remove();
    await facilitator.stop();
    await dropDatabase(name);
  });
  return { killed, environment, facilitator, database };
}

const quoteIn = ({ 'payment-signature': header }: Payment): string => {
  const { accepted } = JSON.parse(Buffer.from(header, 'base64').toString()) as {
    accepted: { extra: { memo: string } };
  };
  return accepted.extra.memo.split('.')[0] ?? '';
};

/** Makes the facilitator stop at a step of some payments until they are released. */
function stopAt(
  facilitator: Facilitator,
  stops: readonly (readonly [Payment, 'verify' | 'settle' | 'charged'])[],
) {
  const stopOf = new Map(stops.map(([payment, step]) => [identityIn(payment), step]));
  const held = new Map<string, () => void>();
  facilitator.reach = async (step, identity) => {
    if (stopOf.get(identity) === step) await new Promise<void>((resolve) => held.set(identity, resolve));
  };
  return {
    reached: async (payment: Payment) => {
      while (!held.has(identityIn(payment))) await sleep(5);
    },
    release: (payment: Payment) => held.get(identityIn(payment))?.(),
  };
}

/** Simulates another process that claims a payment for the same quote. */
const claimElsewhere = `
  insert into paid.payment (identity, quote, payload_hash, input_hash, operation, method, version, network, asset, amount, payer,
    state, request, lease_until, created_at)
  values ('\\x00', $1, '\\x00', '\\x00', '', 'GET', 2, '', '', 0, '', 'claimed', '{}', now(), now())`;

/** An administrator connection to the database. */
async function openDatabase(connection: pg.ClientConfig) {
  const admin = new pg.Client(connection);
  await admin.connect();
  const holding = new Map<Step, pg.Client>();
  const waiters = `from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = 'plaza'`;
  const release = async (step: Step) => {
    await holding.get(step)?.end();
    holding.delete(step);
  };
  return {
    /** Holds a lock that blocks the server, until it is released. */
    hold: async (step: Step, statement: string, values: string[] = []) => {
      const client = new pg.Client(connection);
      await client.connect();
      holding.set(step, client);
      await client.query('begin');
      await client.query(statement, values);
    },
    release,
    /** Waits until the given number of blocked statements contain this text. */
    waiting: async (text: string, count = 1) => {
      for (;;) {
        const { rows } = await admin.query(`select pid ${waiters} and strpos(query, $1) > 0`, [text]);
        if (rows.length >= count) return;
        await sleep(5);
      }
    },
    stateOf: async (payment: Payment) => {
      const { rows } = await admin.query<{ state: string }>(
        'select state from paid.payment where quote = $1',
        [quoteIn(payment)],
      );
      return rows[0]?.state;
    },
    /**
     * Terminates the statements of a dead process, then releases all locks, so that nothing runs after its
     * death.
     */
    endOrphans: async () => {
      await admin.query(`select pg_terminate_backend(pid, 5000) ${waiters}`);
      for (const step of holding.keys()) await release(step);
    },
    /** Expires the leases of the dead process. */
    endLeases: () =>
      admin.query(
        `update paid.payment set lease_until = now() - interval '1 second' where state in ('claimed', 'settling')`,
      ),
    addPost: async () => {
      const { rows } = await admin.query<{ id: string }>(`
        with author as (
          insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
          values ('baker', 'baker@example.org', '', 'Bo', 'Baker', now() - interval '1 year', now()) returning id
        )
        insert into social.post (author_id, kind, text, privacy, created_at)
        select id, 'post', 'Sourdough, day three', 'public', now() from author returning id`);
      return rows[0]?.id ?? '';
    },
    close: async () => {
      for (const step of holding.keys()) await release(step);
      await admin.end();
    },
  };
}
