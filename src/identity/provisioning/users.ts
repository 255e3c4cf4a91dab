import type { Selectable } from 'kysely';
import { msg, Problem } from '../../kernel/problem.ts';
import { cleanName, isVisible } from '../../kernel/typed-text/clean-name.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { IdentityProvisionedUser } from '../../platform/database/rows.gen.ts';
import { t } from '../../web/translation/translate.ts';
import { hasEmail } from '../account/email.ts';
import { addAuditEntry } from '../operators/audit.ts';
import { giveRoles } from '../people/group-roles.ts';
import { personSubject } from '../people/people.ts';
import { liftSuspension, suspendAccount } from '../people/suspend-account.ts';
import { admitsAddress, type Provider } from '../providers/providers.ts';
import { type NewAccount, register } from '../sign-up/sign-up.ts';
import { proposeUsername } from '../sign-up/usernames.ts';

/** A person of an organization, as it wrote them. */
export type ProvisionedUser = Selectable<IdentityProvisionedUser>;

/** What an organization says of a person. */
export interface GivenUser {
  userName: string;
  externalId: string | null;
  email: string;
  givenName: string;
  familyName: string;
  displayName: string;
  /** Undefined: as before, and active if they are new. */
  isActive: boolean | undefined;
}

/** The suspensions of a provider. Others, of moderators, stay when the organization activates an account again. */
const sourceOf = ({ slug }: Provider) => `provider ${slug}`;

/** Conditions on people. Each is looked up by an index. */
export interface UserFilter {
  userName?: string;
  externalId?: string;
  email?: string;
  id?: string;
}

const people = (
  { db }: App,
  { id: providerId }: Provider,
  { userName, externalId, email, id }: UserFilter,
) => {
  let query = db.selectFrom('identity.provisioned_user').where('provider_id', '=', providerId);
  if (userName !== undefined)
    query = query.where((row) => row(row.fn('lower', ['user_name']), '=', userName.toLowerCase()));
  if (email !== undefined)
    query = query.where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()));
  if (externalId !== undefined) query = query.where('external_id', '=', externalId);
  if (id !== undefined) query = query.where('account_id', '=', id);
  return query;
};

/** A page of an organization's people in the order in which they were created, and how many there are. */
export async function listUsers(
  app: App,
  provider: Provider,
  { filter, offset, limit }: { filter: UserFilter; offset: number; limit: number },
): Promise<{ found: ProvisionedUser[]; total: number }> {
  const { total } = await people(app, provider, filter)
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await people(app, provider, filter)
    .selectAll()
    .orderBy('account_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { found, total: Number(total) };
}

export const isId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);

/** Returns one person. Throws a `Problem` if the organization has none with this id. */
export async function getUser(app: App, provider: Provider, id: string): Promise<ProvisionedUser> {
  const found = isId(id) ? await people(app, provider, { id }).selectAll().executeTakeFirst() : undefined;
  if (!found) throw new Problem('missing', 'This organization has no user with this id');
  return found;
}

/**
 * Creates an account for a person, who signs in with the provider. An account that is already connected with the
 * provider under this address is taken over; of any other, the owner decides.
 */
export const addProvisionedUser = verb(
  { name: 'provisioning.add-user', who: 'anyone' },
  async (app, provider: Provider, given: GivenUser): Promise<ProvisionedUser> => {
    if (given.email === '') throw new Problem('invalid', 'emails needs an address', { field: 'emails' });
    // It counts as confirmed, so it must not be somebody else's.
    if (!admitsAddress(provider, given.email))
      throw new Problem('invalid', 'This provider is not set up for addresses of this domain', {
        field: 'emails',
      });
    const username = await proposeUsername(app, given.displayName || given.userName.replace(/@.*$/s, ''));
    return inTransaction(app, async (app) => {
      const newcomer: NewAccount = {
        ...{ ...namesOf(given), nameField: 'name', username, email: given.email },
        ...{ isAdmitted: true, isEmailVerified: true },
      };
      const accountId = (await accountOf(app, provider, given.email)) ?? (await register(app, newcomer));
      const now = app.clock.now();
      const user = await app.db
        .insertInto('identity.provisioned_user')
        .values({
          ...{ ...columnsOf(given), provider_id: provider.id, account_id: accountId },
          ...{ created_at: now, updated_at: now },
        })
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(throwConflict);
      await addAuditEntry(app, null, 'person.provision', personSubject(accountId), provider.label);
      if (given.isActive === false) await deactivate(app, provider, accountId);
      return user;
    });
  },
);

/** Changes what the organization says of a person, and with it whether the account is open. */
export const changeUser = verb(
  { name: 'provisioning.change-user', who: 'anyone' },
  (app, provider: Provider, id: string, given: GivenUser): Promise<ProvisionedUser> =>
    inTransaction(app, async (app) => {
      const before = await getUser(app, provider, id);
      const user = await app.db
        .updateTable('identity.provisioned_user')
        .set({ ...columnsOf(given, before.active), updated_at: app.clock.now() })
        .where('provider_id', '=', provider.id)
        .where('account_id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch(throwConflict);
      if (before.active && !user.active) await deactivate(app, provider, id);
      if (!before.active && user.active) {
        await liftSuspension(app, undefined, id, sourceOf(provider));
        await giveRoles(app, provider, await provisionedGroupsOf(app, provider, [id]));
        await addAuditEntry(app, null, 'person.reprovision', personSubject(id), provider.label);
      }
      return user;
    }),
);

/**
 * Ends an organization's hold on a person: the account is suspended, and no longer connected. What the person has
 * written stays until they or operators decide otherwise.
 */
export const removeUser = verb(
  { name: 'provisioning.remove-user', who: 'anyone' },
  (app, provider: Provider, id: string): Promise<void> =>
    inTransaction(app, async (app) => {
      const { active } = await getUser(app, provider, id);
      if (active) await deactivate(app, provider, id);
      for (const table of ['identity.provisioned_user', 'identity.linked_identity'] as const)
        await app.db
          .deleteFrom(table)
          .where('provider_id', '=', provider.id)
          .where('account_id', '=', id)
          .execute();
      await app.db
        .deleteFrom('identity.provisioned_group_member')
        .where('account_id', '=', id)
        .where('group_id', 'in', (row) =>
          row.selectFrom('identity.provisioned_group').select('id').where('provider_id', '=', provider.id),
        )
        .execute();
      await giveRoles(app, provider, new Map([[id, []]]));
    }),
);

/**
 * No session, key or agent of the account is accepted from now on. Operators cannot be suspended, but those by a group of
 * the organization lose their role with it. Others, and the last one, remain.
 */
async function deactivate(app: App, provider: Provider, accountId: string): Promise<void> {
  await giveRoles(app, provider, new Map([[accountId, []]]));
  await suspendAccount(app, undefined, accountId, {
    source: sourceOf(provider),
    reason: t('{label} has deactivated this account', { label: provider.label }),
  });
  await addAuditEntry(app, null, 'person.deprovision', personSubject(accountId), provider.label);
}

/** The account with a confirmed address, if it is connected with the provider. Throws if it is somebody else's. */
async function accountOf(
  { db }: App,
  { id: providerId }: Provider,
  email: string,
): Promise<string | undefined> {
  const account = await db
    .selectFrom('identity.account as account')
    .select('account.id')
    .where(hasEmail(email))
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) return undefined;
  const connection = await db
    .selectFrom('identity.linked_identity')
    .select('id')
    .where('account_id', '=', account.id)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (!connection)
    throw new Problem('conflict', 'An account has this address. Its owner connects it by signing in', {
      field: 'emails',
    });
  return account.id;
}

function throwConflict(error: unknown): never {
  if (isDuplicate(error, 'provisioned_user_name'))
    throw new Problem('conflict', 'Another user has this userName', { field: 'userName' });
  if (isDuplicate(error, 'provisioned_user_external'))
    throw new Problem('conflict', 'Another user has this externalId', { field: 'externalId' });
  if (isDuplicate(error, 'provisioned_user_pkey'))
    throw new Problem('conflict', 'Another user has this address', { field: 'emails' });
  throw error;
}

const columnsOf = (given: GivenUser, wasActive = true) => ({
  user_name: given.userName,
  external_id: given.externalId,
  email: given.email,
  given_name: given.givenName,
  family_name: given.familyName,
  display_name: given.displayName,
  active: given.isActive ?? wasActive,
});

/** Names that fit the rules here, from what the organization wrote. */
function namesOf({ givenName, familyName, displayName, userName }: GivenUser) {
  const fitting = (text: string) => {
    const name = Array.from(cleanName(text)).slice(0, 64).join('').trim();
    return isVisible(name) ? name : '';
  };
  const [first = '', ...rest] = displayName.split(/\s+/);
  const firstName = fitting(givenName || first) || fitting(userName.replace(/@.*$/s, '')) || t('Member');
  return { firstName, lastName: fitting(familyName || rest.join(' ')) };
}

/**
 * Returns the account that an organization has created for an identity: by the id that both know, or by an address that
 * the provider has verified. An account that is connected already is somebody else's.
 */
export async function findProvisioned(
  app: App,
  provider: Provider,
  { subject, email, isEmailVerified }: { subject: string; email: string; isEmailVerified: boolean },
): Promise<string | undefined> {
  const isKnown = provider.trustsEmail && isEmailVerified && email !== '';
  const [found, ...others] = await app.db
    .selectFrom('identity.provisioned_user as person')
    .innerJoin('identity.account as account', 'account.id', 'person.account_id')
    .leftJoin('identity.linked_identity as linked', (join) =>
      join
        .onRef('linked.account_id', '=', 'account.id')
        .onRef('linked.provider_id', '=', 'person.provider_id'),
    )
    .select(['account.id', 'account.suspended_at'])
    .where('person.provider_id', '=', provider.id)
    .where('account.deleted_at', 'is', null)
    .where('linked.id', 'is', null)
    .where((row) => {
      const isAddress = (column: 'person.email' | 'person.user_name') =>
        row(row.fn('lower', [column]), '=', email.toLowerCase());
      const addresses = isKnown ? [isAddress('person.email'), isAddress('person.user_name')] : [];
      return row.or([row('person.external_id', '=', subject), ...addresses]);
    })
    .limit(2)
    .execute();
  if (!found || others.length > 0) return undefined;
  if (found.suspended_at) throw new Problem('forbidden', msg('This account is suspended'));
  return found.id;
}

/** The names of the groups in which an organization has put each of some accounts. */
export async function provisionedGroupsOf(
  { db }: App,
  { id: providerId }: Pick<Provider, 'id'>,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('identity.provisioned_group_member as member')
    .innerJoin('identity.provisioned_group as home', 'home.id', 'member.group_id')
    .select(['member.account_id', 'home.display_name'])
    .where('member.account_id', 'in', [...accountIds])
    .where('home.provider_id', '=', providerId)
    .execute();
  const groups = new Map<string, string[]>(accountIds.map((id) => [id, []]));
  for (const { account_id: id, display_name: name } of rows) groups.get(id)?.push(name);
  return groups;
}
