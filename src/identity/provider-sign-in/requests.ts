import { invalid, msg } from '../../kernel/problem.ts';
import { seal, tokenHash, unseal } from '../../kernel/secrets.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { getProvider, type Provider } from '../providers/providers.ts';
import type { ProviderAsk, ProviderIdentity } from './protocol.ts';

/** The cookie that binds a request to the browser that began it. */
export const requestCookie = 'provider_request';
export const requestSeconds = minutes(20) / 1000;

/** A sign-in at a provider that has begun here. */
interface ProviderRequest<State> {
  provider: Provider;
  /** The account that connects the identity. Undefined: a sign-in. */
  accountId: string | undefined;
  /** Where to go afterwards: a path of this site. */
  next: string;
  state: State;
}

/** Remembers what is sent to a provider. `handle` goes to the browser's cookie. */
export async function addProviderRequest(
  { db, clock, config }: App,
  handle: string,
  { provider, accountId, next, state }: ProviderRequest<ProviderAsk>,
): Promise<void> {
  await db
    .insertInto('identity.provider_request')
    .values({
      handle_hash: tokenHash(handle),
      provider_id: provider.id,
      account_id: accountId ?? null,
      sealed: seal(config.secretKey, JSON.stringify({ next, state })),
      expires_at: new Date(clock.now().getTime() + requestSeconds * 1000),
    })
    .execute();
}

/**
 * Returns what was sent to a provider, once: a second callback for the same request is refused, whatever became of
 * the first.
 */
export const takeRequest = (app: App, handle: string): Promise<ProviderRequest<ProviderAsk>> =>
  takeRequestById(app, tokenHash(handle));

/** As `takeRequest`, by the hash of the handle, for answers without cookies. */
export async function takeRequestById(app: App, id: Buffer): Promise<ProviderRequest<ProviderAsk>> {
  const row = await app.db
    .updateTable('identity.provider_request')
    .set({ answered: true })
    .where('handle_hash', '=', id)
    .where('answered', '=', false)
    .where('expires_at', '>', app.clock.now())
    .returning(['provider_id', 'account_id', 'sealed'])
    .executeTakeFirst();
  if (!row) throw timedOut();
  return opened<ProviderAsk>(app, row);
}

/** Keeps who an answer without cookies is about, for the browser that sent the request. */
export async function keepAsserted(
  { db, config }: App,
  id: Buffer,
  next: string,
  asserted: ProviderIdentity,
): Promise<void> {
  await db
    .updateTable('identity.provider_request')
    .set({ sealed: seal(config.secretKey, JSON.stringify({ next, state: { asserted } })) })
    .where('handle_hash', '=', id)
    .execute();
}

/** Returns who an answer without cookies is about, once. */
export async function takeAsserted(app: App, handle: string): Promise<ProviderRequest<ProviderIdentity>> {
  const request = app.db
    .selectFrom('identity.provider_request')
    .select(['provider_id', 'account_id', 'sealed'])
    .where('handle_hash', '=', tokenHash(handle))
    .where('answered', '=', true)
    .where('expires_at', '>', app.clock.now());
  const row = await request.executeTakeFirst();
  if (!row) throw timedOut();
  const { next, state, ...others } = await opened<{ asserted?: ProviderIdentity }>(app, row);
  if (!state.asserted) throw timedOut();
  const { numUpdatedRows } = await app.db
    .updateTable('identity.provider_request')
    .set({ sealed: seal(app.config.secretKey, JSON.stringify({ next, state: {} })) })
    .where('handle_hash', '=', tokenHash(handle))
    .where('sealed', '=', row.sealed)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw timedOut();
  return { ...others, next, state: state.asserted };
}

/**
 * Counts a message of a provider by its id. Returns false if it was received before. After its lifetime (milliseconds)
 * the message itself must be refused.
 */
export async function countMessage(
  { db, clock }: App,
  provider: Pick<Provider, 'id'>,
  messageId: string,
  lifetime: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity.provider_message')
    .values({
      provider_id: provider.id,
      id_hash: tokenHash(messageId),
      // Clocks may be apart.
      expires_at: new Date(clock.now().getTime() + Math.min(lifetime, days(1)) + minutes(10)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Remembers who came back, until they have signed in here or created an account. */
export async function keepIdentity(
  { db, config }: App,
  handle: string,
  next: string,
  identity: ProviderIdentity,
): Promise<void> {
  await db
    .updateTable('identity.provider_request')
    .set({ sealed: seal(config.secretKey, JSON.stringify({ next, state: { identity } })) })
    .where('handle_hash', '=', tokenHash(handle))
    .execute();
}

/** Who came back from a provider and waits for the next step. Undefined if nobody does. */
export async function findIdentity(
  app: App,
  handle: string,
): Promise<Omit<ProviderRequest<ProviderIdentity>, 'accountId'> | undefined> {
  const row = await app.db
    .selectFrom('identity.provider_request')
    .select(['provider_id', 'account_id', 'sealed'])
    .where('handle_hash', '=', tokenHash(handle))
    .where('answered', '=', true)
    .where('expires_at', '>', app.clock.now())
    .executeTakeFirst();
  if (!row) return undefined;
  const { provider, next, state } = await opened<{ identity?: ProviderIdentity }>(app, row);
  return state.identity && provider.isEnabled ? { provider, next, state: state.identity } : undefined;
}

/** As `findIdentity`, for a step that needs one. */
export async function getIdentity(app: App, handle: string) {
  const found = await findIdentity(app, handle);
  if (!found) throw timedOut();
  return found;
}

/** Forgets a request. Returns false if another step was faster. */
export async function endRequest({ db }: Pick<App, 'db'>, handle: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.provider_request')
    .where('handle_hash', '=', tokenHash(handle))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function opened<State>(
  app: App,
  { provider_id, account_id, sealed }: { provider_id: string; account_id: string | null; sealed: Buffer },
): Promise<ProviderRequest<State>> {
  const { next, state } = JSON.parse(unseal(app.config.secretKey, sealed)) as { next: string; state: State };
  return { provider: await getProvider(app, provider_id), accountId: account_id ?? undefined, next, state };
}

export const timedOut = () => invalid('', msg('This sign-in timed out. Start over.'));
