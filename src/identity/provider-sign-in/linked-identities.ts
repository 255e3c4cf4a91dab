import { missing, Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { mailAccount } from '../account/email.ts';
import { removeMethod } from '../providers/last-method.ts';
import type { Provider } from '../providers/providers.ts';
import { endProviderSessions } from '../sessions/end-access.ts';
import type { ProviderIdentity } from './protocol.ts';
import { endRequest, getIdentity, timedOut } from './requests.ts';

/** An identity that is connected with an account. */
export interface LinkedIdentity {
  id: string;
  providerId: string;
  name: string;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

export async function listLinkedIdentities({ db }: App, accountId: string): Promise<LinkedIdentity[]> {
  return db
    .selectFrom('identity.linked_identity')
    .select([
      'id',
      'provider_id as providerId',
      'name',
      'linked_at as linkedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/**
 * Disconnects an identity, unless the account could then not sign in anymore. Sessions that it began end. The caller has
 * verified the password.
 */
export const disconnectIdentity = verb(
  { name: 'provider-sign-in.disconnect', who: 'member' },
  async (app, accountId: string, id: string) => {
    const found = await removeMethod(app, accountId, async (app) => {
      const gone = await app.db
        .deleteFrom('identity.linked_identity')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .returning(['provider_id', 'subject'])
        .executeTakeFirst();
      if (gone) await endProviderSessions(app, gone.provider_id, { subject: gone.subject, sid: undefined });
      return gone;
    });
    if (!found) throw missing(msg('Connected account'));
  },
);

/** How a provider calls a person, for themselves to recognize. */
export const identityName = ({ email, username, name, subject }: ProviderIdentity): string =>
  email || username || name || subject;

/** Connects an identity with an account. Rejects one that another account has. */
export async function link(
  app: App,
  accountId: string,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<void> {
  const now = app.clock.now();
  const linked = await app.db
    .insertInto('identity.linked_identity')
    .values({
      account_id: accountId,
      provider_id: provider.id,
      subject: identity.subject,
      name: identityName(identity),
      linked_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'subject']).doUpdateSet({ last_used_at: now }))
    .returning('account_id')
    .executeTakeFirstOrThrow();
  if (linked.account_id !== accountId)
    throw new Problem(
      'conflict',
      msg('This {label} account is connected with another account here', { label: provider.label }),
    );
}

/** As `link`, for an account that exists: its owner is told. */
export async function saveIdentity(
  app: App,
  accountId: string,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<void> {
  await link(app, accountId, provider, identity);
  const { label } = provider;
  await mailAccount(app, accountId, () => ({
    subject: t('{label} was connected with your account', { label }),
    text: t(
      'You can now sign in with {label} as {name}.\n\nIf this was not you, disconnect it and change your password: {plazaUrl}/settings/sign-in-methods\n',
      { label, name: identityName(identity), plazaUrl: app.config.plazaUrl },
    ),
  }));
}

/** Connects the identity that waits in this browser with the account of a person who has signed in meanwhile. */
export const connectIdentity = verb(
  { name: 'provider-sign-in.connect', who: 'member' },
  async (app, accountId: string, handle: string): Promise<Provider> => {
    const { provider, state: identity } = await getIdentity(app, handle);
    await inTransaction(app, async (app) => {
      if (!(await endRequest(app, handle))) throw timedOut();
      await saveIdentity(app, accountId, provider, identity);
    });
    return provider;
  },
);
