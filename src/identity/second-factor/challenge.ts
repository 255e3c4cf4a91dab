import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { deviceKey } from '../../platform/limit-counters.ts';
import { consumeCode, isCode } from '../codes.ts';
import { beginSession, type Device, type StartedSession } from '../sessions/sessions.ts';
import { consumeRecoveryCode, sendSignInCode } from './codes.ts';
import { checkFactor, type Factor, type FactorMethod, findFactor } from './set-up.ts';

/** A sign-in with a correct password that is waiting for the second factor. */
export interface Challenge {
  accountId: string;
  /** Identifies the challenge. It is not the code. */
  handle: string;
  method: FactorMethod;
}

const life = minutes(10);
const maxTries = 5;
const perAccount: LimitRule = { name: 'second-factor:account', calls: 20, within: hours(1), durable: true };
const perAccountUnbound: LimitRule = { ...perAccount, name: 'second-factor:unbound' };

/** Creates a challenge for the account's second factor. Returns undefined if the account has none. */
export async function createChallenge(
  app: App,
  accountId: string,
  device: Device,
): Promise<Challenge | undefined> {
  const factor = await findFactor(app, accountId);
  if (!factor?.isConfirmed) return undefined;
  const handle = newToken();
  const now = app.clock.now();
  await app.db
    .insertInto('identity.challenge')
    .values({
      account_id: accountId,
      handle_hash: tokenHash(handle),
      method: factor.method,
      device: JSON.stringify(device),
      created_at: now,
      expires_at: new Date(now.getTime() + life),
    })
    .execute();
  if (factor.method === 'email') await sendSignInCode(app, accountId);
  return { accountId, handle, method: factor.method };
}

export interface ChallengeAnswer {
  /** Identifies the challenge. Only known to clients that sent the correct password. */
  handle?: string | undefined;
  /** Without a handle, the account's newest challenge from the same address or device is used. */
  accountId?: string | undefined;
  code: string;
}

/**
 * Completes a sign-in with the code of the second factor or a recovery code. Five wrong tries end the
 * challenge. Callers that send only the account id, as old apps do, may not have sent the password: they have
 * five separate tries that do not count against the handle.
 */
export const answerChallenge = verb(
  { name: 'second-factor.answer', who: 'anyone' },
  async (
    app,
    answer: ChallengeAnswer,
    from: Pick<Device, 'address' | 'userAgent'>,
  ): Promise<StartedSession> => {
    const bound = await countBoundTry(app, answer);
    const challenge = bound ?? (await countUnboundTry(app, answer, from));
    if (!challenge) throw wrong();
    const accountId = challenge.account_id;
    const rule = bound ? perAccount : perAccountUnbound;
    enforce(await app.limits.consume(rule, accountId));
    const factor = await findFactor(app, accountId);
    if (!factor?.isConfirmed) throw wrong();
    if (!(await isRight(app, accountId, factor, answer.code))) {
      app.log.info({ account: accountId, address: from.address }, 'wrong sign-in code');
      throw wrong();
    }
    const spent = await app.db
      .deleteFrom('identity.challenge')
      .where('id', '=', challenge.id)
      .returning('id')
      .executeTakeFirst();
    if (!spent) throw wrong();
    await app.limits.reset(rule, accountId);
    return beginSession(app, accountId, challenge.device as unknown as Device);
  },
);

/** The pending challenge with this handle. Undefined if it does not exist or has expired. */
export async function findChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  handle: string,
): Promise<{ accountId: string; method: FactorMethod } | undefined> {
  const row = await db
    .selectFrom('identity.challenge')
    .select(['account_id', 'method'])
    .where('handle_hash', '=', tokenHash(handle))
    .where('expires_at', '>', clock.now())
    .where('tries', '<', maxTries)
    .executeTakeFirst();
  return row && { accountId: row.account_id, method: row.method as FactorMethod };
}

/** Mails another code for a pending sign-in. The previous code stops working. */
export const resendChallenge = verb(
  { name: 'second-factor.resend', who: 'anyone' },
  async (app, handle: string) => {
    const challenge = await findChallenge(app, handle);
    if (!challenge) throw new Problem('unauthenticated', msg('This sign-in timed out. Start over.'));
    if (challenge.method !== 'email') throw invalid('', msg('Your code is in your authenticator app'));
    await sendSignInCode(app, challenge.accountId);
  },
);

/**
 * Ends a challenge that was answered with a passkey of the same account. Returns false if it belongs to
 * another account.
 */
export async function endChallenge(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  handle: string,
  accountId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.challenge')
    .where('handle_hash', '=', tokenHash(handle))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const wrong = () =>
  new Problem('unauthenticated', msg('This code is wrong or has expired'), { field: 'code' });

/** Counts the try before checking the code, so concurrent tries cannot exceed five. */
async function countBoundTry({ db, clock }: App, { handle, accountId }: ChallengeAnswer) {
  if (handle === undefined) return undefined;
  return db
    .updateTable('identity.challenge')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('handle_hash', '=', tokenHash(handle))
    .$call(whenGiven(accountId, (query, accountId) => query.where('account_id', '=', accountId)))
    .where('expires_at', '>', clock.now())
    .where('tries', '<', maxTries)
    .returning(['id', 'account_id', 'device'])
    .executeTakeFirst();
}

async function countUnboundTry(
  { db, clock }: App,
  { accountId }: ChallengeAnswer,
  from: Pick<Device, 'address' | 'userAgent'>,
) {
  if (accountId === undefined) return undefined;
  const open = await db
    .selectFrom('identity.challenge')
    .select(['id', 'device'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', clock.now())
    .where('unbound_tries', '<', maxTries)
    .orderBy('id', 'desc')
    .execute();
  const meant = open.find(({ device }) => isSamePlace(device as unknown as Device, from));
  if (!meant) return undefined;
  return db
    .updateTable('identity.challenge')
    .set((row) => ({ unbound_tries: row('unbound_tries', '+', 1) }))
    .where('id', '=', meant.id)
    .where('unbound_tries', '<', maxTries)
    .returning(['id', 'account_id', 'device'])
    .executeTakeFirst();
}

/** Whether both have the same address, or the same kind of device in the same wider network. */
const isSamePlace = (
  begun: Pick<Device, 'address' | 'userAgent'>,
  { address, userAgent }: Pick<Device, 'address' | 'userAgent'>,
): boolean =>
  begun.address === address ||
  deviceKey({ address: begun.address, userAgent: begun.userAgent }) === deviceKey({ address, userAgent });

async function isRight(app: App, accountId: string, factor: Factor, code: string): Promise<boolean> {
  if (/[a-z]/i.test(code) || code.replace(/\D/g, '').length > 6)
    return consumeRecoveryCode(app, accountId, code);
  // The challenge already counts tries.
  if (factor.method === 'email')
    return (
      (await isCode(app, accountId, 'second-factor', code)) && consumeCode(app, accountId, 'second-factor')
    );
  return checkFactor(app, accountId, factor, code).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
}

/** The cookie with the handle of a pending sign-in. */
export const challengeCookie = 'challenge';
export const challengeSeconds = 600;
