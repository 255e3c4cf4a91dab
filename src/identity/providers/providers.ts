import { sql } from 'kysely';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { newToken, tokenHash, unseal } from '../../kernel/secrets.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { remembered } from '../../platform/remembered.ts';
import { addAuditEntry, describeChanges } from '../operators/audit.ts';
import { parseProvider } from './parse-provider.ts';
import type { GivenSaml, SamlSettings } from './saml-settings.ts';

export type ProviderKind = 'oidc' | 'github' | 'saml';

/** Who gets an account on the first sign-in: everyone at once, as registration allows, or nobody. */
export const newcomerRules = ['registration', 'always', 'never'] as const;

export interface MappedRole {
  group: string;
  role: string;
}

/** A provider that people sign in with, as operators set it up. */
export interface Provider {
  id: string;
  /** In addresses: `/signin/with/<slug>`. */
  slug: string;
  kind: ProviderKind;
  label: string;
  /** With SAML, the entity ID of the provider. */
  issuer: string;
  /** With SAML, our entity ID. */
  clientId: string;
  /** Empty for public clients. With SAML, the private key of our certificate. */
  secret: string;
  /** Undefined for other kinds. */
  saml: SamlSettings | undefined;
  /** Lower case. Empty: any. */
  emailDomains: string[];
  /** Whether an address that the provider calls verified counts as confirmed. */
  trustsEmail: boolean;
  newcomers: (typeof newcomerRules)[number];
  /** The claim with a person's groups. */
  groupsClaim: string;
  /** The first group that a person is in decides their role. */
  groupRoles: MappedRole[];
  isEnabled: boolean;
  /** Whether an organization may write people and groups by SCIM. */
  isProvisioned: boolean;
}

/** Whether a provider admits an address: some have addresses in certain domains only. */
export const admitsAddress = ({ emailDomains }: Pick<Provider, 'emailDomains'>, email: string): boolean =>
  emailDomains.length === 0 || emailDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** What operators type. Lists have an entry per line. */
export interface GivenProvider {
  slug: string;
  kind: ProviderKind;
  label: string;
  issuer: string;
  client_id: string;
  /** Empty: as before. */
  secret: string;
  email_domains: string;
  trusts_email: boolean;
  newcomers: Provider['newcomers'];
  groups_claim: string;
  group_roles: string;
  enabled: boolean;
  /** Only for SAML. */
  saml?: GivenSaml;
}

const columns = [
  ...(['id', 'slug', 'kind', 'label', 'issuer', 'client_id', 'secret_sealed', 'email_domains'] as const),
  ...(['trusts_email', 'newcomers', 'groups_claim', 'group_roles', 'enabled'] as const),
  ...(['scim_token_hash', 'saml'] as const),
] as const;

const enabled = remembered('providers.changed', async (app) =>
  (await listProviders(app)).filter(({ isEnabled }) => isEnabled),
);

/** The providers that people can sign in with. */
export const listEnabledProviders = (app: App): Promise<Provider[]> => enabled.get(app, '');

/** All providers, in the order in which they were added. */
export async function listProviders({ db, config }: Pick<App, 'db' | 'config'>): Promise<Provider[]> {
  const rows = await db.selectFrom('identity.provider').select(columns).orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    kind: row.kind as ProviderKind,
    label: row.label,
    issuer: row.issuer,
    clientId: row.client_id,
    secret: row.secret_sealed ? unseal(config.secretKey, row.secret_sealed) : '',
    saml: (row.saml as SamlSettings | null) ?? undefined,
    emailDomains: row.email_domains,
    trustsEmail: row.trusts_email,
    newcomers: row.newcomers as Provider['newcomers'],
    groupsClaim: row.groups_claim,
    groupRoles: row.group_roles as unknown as MappedRole[],
    isEnabled: row.enabled,
    isProvisioned: row.scim_token_hash !== null,
  }));
}

/** The enabled provider of an address. Throws a `Problem` if there is none. */
export async function getEnabledProvider(app: App, slug: string): Promise<Provider> {
  const found = (await listEnabledProviders(app)).find((provider) => provider.slug === slug);
  if (!found) throw missing(msg('Sign-in provider'));
  return found;
}

export async function getProvider(app: App, id: string): Promise<Provider> {
  const found = (await listProviders(app)).find((provider) => provider.id === id);
  if (!found) throw missing(msg('Sign-in provider'));
  return found;
}

/**
 * Lets an organization write people and groups by SCIM, and returns its token, of which only the hash is stored. A
 * former token ends. With `isOn` false, no token is valid; accounts remain as they are.
 */
export const changeScimToken = verb(
  { name: 'providers.scim-token', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, isOn: boolean): Promise<string> => {
    const { slug } = await getProvider(app, id);
    const token = newToken();
    await inTransaction(app, async (app) => {
      await app.db
        .updateTable('identity.provider')
        .set({ scim_token_hash: isOn ? tokenHash(token) : null })
        .where('id', '=', id)
        .execute();
      await addAuditEntry(app, operator.id, 'provider.scim_token', slug, isOn ? 'on' : 'off');
      await enabled.announce(app, '');
    });
    return token;
  },
);

/** The number of people connected with each provider, by its id. */
export async function countLinkedPeople({ db }: App): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('identity.linked_identity')
    .select((row) => ['provider_id', row.fn.countAll<string>().as('people')])
    .groupBy('provider_id')
    .execute();
  return new Map(rows.map(({ provider_id, people }) => [provider_id, Number(people)]));
}

export const addProvider = verb(
  { name: 'providers.add', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, given: GivenProvider): Promise<string> => {
    const row = await parseProvider(app, given);
    return inTransaction(app, async (app) => {
      const { id } = await app.db
        .insertInto('identity.provider')
        .values({ ...row, slug: given.slug, kind: given.kind, created_at: app.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          if (isDuplicate(error, 'provider_slug_key'))
            throw new Problem('conflict', msg('Another provider has this name in its address'), {
              field: 'slug',
            });
          throw error;
        });
      await addAuditEntry(app, operator.id, 'provider.create', given.slug, row.issuer);
      await enabled.announce(app, '');
      return id;
    });
  },
);

/** Changes a provider. Its kind and address remain, because the provider knows the address. */
export const updateProvider = verb(
  { name: 'providers.edit', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string, given: GivenProvider) => {
    const before = await getProvider(app, id);
    const row = await parseProvider(app, { ...given, kind: before.kind, slug: before.slug }, before);
    if (row.issuer !== before.issuer) await refuseWithPeople(app, id);
    await inTransaction(app, async (app) => {
      const { secret_sealed, ...others } = row;
      await app.db
        .updateTable('identity.provider')
        .set({ ...others, ...(secret_sealed && { secret_sealed }) })
        .where('id', '=', id)
        .execute();
      const { label, issuer, clientId, emailDomains, trustsEmail, newcomers, isEnabled } = before;
      const changes = describeChanges(
        { label, issuer, clientId, emailDomains, trustsEmail, newcomers, isEnabled },
        {
          label: row.label,
          issuer: row.issuer,
          clientId: row.client_id,
          emailDomains: row.email_domains,
          trustsEmail: row.trusts_email,
          newcomers: row.newcomers,
          isEnabled: row.enabled,
        },
      );
      await addAuditEntry(app, operator.id, 'provider.update', before.slug, changes);
      await enabled.announce(app, '');
    });
  },
);

/** Another issuer's ids are of other people, who would get the accounts of those who are connected. */
async function refuseWithPeople(app: App, id: string): Promise<void> {
  if ((await countLinkedPeople(app)).has(id))
    throw new Problem(
      'conflict',
      msg('People are connected with this issuer. Add another provider, and remove this one.'),
      { field: 'issuer' },
    );
}

/** Removes a provider. Nobody can sign in with it anymore; accounts remain, and their owners can set a password. */
export const removeProvider = verb(
  { name: 'providers.remove', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string) => {
    const { slug } = await getProvider(app, id);
    await inTransaction(app, async (app) => {
      await app.db.deleteFrom('identity.provider').where('id', '=', id).execute();
      await addAuditEntry(app, operator.id, 'provider.remove', slug);
      await enabled.announce(app, '');
    });
  },
);

/**
 * Whether people sign in with providers and passkeys only. Never before an operator can, which would lock everyone out
 * of a new installation.
 */
export const arePasswordsOff = async (app: App): Promise<boolean> =>
  app.config.OIDC_ONLY && (await listEnabledProviders(app)).length > 0 && (await canOperatorSignIn(app));

/** Whether the `account` of a query has a passkey. */
export const hasPasskey = sql<boolean>`exists (select from identity.passkey where account_id = account.id)`;
/** Whether the `account` of a query is connected with a provider that is on. */
export const hasConnection = sql<boolean>`exists (
  select from identity.linked_identity linked join identity.provider provider on provider.id = linked.provider_id
  where linked.account_id = account.id and provider.enabled)`;

/** Whether an operator has a passkey or is connected with an enabled provider. */
async function canOperatorSignIn({ db }: App): Promise<boolean> {
  const found = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('account.id')
    .where('account.role', '<>', 'member')
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where((row) => row.or([hasPasskey, hasConnection]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws a `Problem` where passwords are off. */
export async function refusePasswords(app: App): Promise<void> {
  if (await arePasswordsOff(app))
    throw new Problem('forbidden', msg('Passwords are switched off here. Sign in with a provider.'));
}

/** How people can sign in besides passkeys. */
export interface SignInWays {
  providers: readonly Pick<Provider, 'slug' | 'label'>[];
  hasPasswords: boolean;
}

export const getSignInWays = async (app: App): Promise<SignInWays> => ({
  providers: await listEnabledProviders(app),
  hasPasswords: !(await arePasswordsOff(app)),
});
