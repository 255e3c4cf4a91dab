import { newToken, seal } from '../../kernel/secrets.ts';
import { cleanName, isVisible } from '../../kernel/typed-text/clean-name.ts';
import { t } from '../../web/translation/translate.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { hasEmail } from '../account/email.ts';
import { giveRoles } from '../people/group-roles.ts';
import { admitsAddress, getEnabledProvider, type Provider } from '../providers/providers.ts';
import { findProvisioned, provisionedGroupsOf } from '../provisioning/users.ts';
import { createChallenge, type Challenge } from '../second-factor/challenge.ts';
import { beginSession, type Device, type StartedSession } from '../sessions/sessions.ts';
import { countSignIn } from '../sessions/sign-in-limits.ts';
import { countSignUp, signUpTries } from '../sign-up/sign-up-limits.ts';
import { register, type NewAccount } from '../sign-up/sign-up.ts';
import { proposeUsername } from '../sign-up/usernames.ts';
import { failed, identify, signInUrl, type ProviderIdentity } from './protocol.ts';
import { saveIdentity, link, identityName } from './linked-identities.ts';
import {
  addProviderRequest,
  endRequest,
  getIdentity,
  keepIdentity,
  takeAsserted,
  takeRequest,
  timedOut,
} from './requests.ts';
import { assertionUrl, samlSignInUrl } from './saml.ts';

interface Begin {
  slug: string;
  /** Origin of the service whose page the person is on. */
  origin: string;
  /** A path of this site. */
  next: string;
  /** Whether the person must prove again who they are. */
  isAgain?: boolean;
  /** Connects the identity to this account instead of signing in. */
  accountId?: string;
}

const callbackUrl = (origin: string, { slug, kind }: Provider): string =>
  kind === 'saml' ? assertionUrl(origin, slug) : `${origin}/signin/with/${slug}/callback`;

/** Begins a sign-in. Returns the provider's URL, and the handle for a cookie of this browser. */
export const beginProviderSignIn = verb(
  { name: 'provider-sign-in.begin', who: 'anyone' },
  async (
    app,
    { slug, origin, next, isAgain = false, accountId }: Begin,
    device: Device,
  ): Promise<{ url: string; handle: string }> => {
    await countSignIn(app, device);
    const provider = await getEnabledProvider(app, slug);
    const redirectUri = callbackUrl(origin, provider);
    const state = { state: newToken(), nonce: newToken(), verifier: newToken(), redirectUri, isAgain };
    const handle = newToken();
    const url =
      provider.kind === 'saml'
        ? await samlSignInUrl(provider, state, handle)
        : await signInUrl(app, provider, state);
    await addProviderRequest(app, handle, { provider, accountId, next, state });
    return { url, handle };
  },
);

/** What happens after a person came back from a provider. */
export type ProviderAnswer = { provider: Provider; next: string } & (
  | { step: 'signed-in'; session: StartedSession }
  | { step: 'second-factor'; challenge: Challenge }
  /** The identity was connected to the viewer's account. */
  | { step: 'connected' }
  /** An account has this address. Its owner signs in to it first. */
  | { step: 'connect' }
  /** Nobody has this identity. */
  | { step: 'register' }
);

/**
 * Ends a sign-in at a provider. The request is used up, whatever comes back. Throws a `Problem` if the answer does not
 * belong to it, or the provider does not admit this person.
 */
export const answerProvider = verb(
  { name: 'provider-sign-in.answer', who: 'anyone' },
  async (
    app,
    { handle, slug, query }: { handle: string; slug: string; query: string },
    viewer: Pick<Viewer, 'id'> | undefined,
    device: Device,
  ): Promise<ProviderAnswer> => {
    const { provider, accountId, next, identity } = await readAnswer(app, handle, slug, query);
    if (accountId === undefined)
      return { provider, next, ...(await enter(app, provider, identity, handle, next, device)) };
    if (viewer?.id !== accountId) throw timedOut();
    await inTransaction(app, (app) => saveIdentity(app, accountId, provider, identity));
    await endRequest(app, handle);
    return { provider, next, step: 'connected' };
  },
);

async function readAnswer(app: App, handle: string, slug: string, query: string) {
  const { kind } = await getEnabledProvider(app, slug);
  if (kind === 'saml') {
    const { state: identity, ...request } = await takeAsserted(app, handle);
    if (request.provider.slug !== slug) throw failed(request.provider);
    return { ...request, identity };
  }
  const { state, ...request } = await takeRequest(app, handle);
  const { provider } = request;
  if (provider.slug !== slug || provider.kind === 'saml') throw failed(provider);
  return { ...request, identity: await identify(app, provider, new URL(query, state.redirectUri), state) };
}

async function enter(
  app: App,
  provider: Provider,
  identity: ProviderIdentity,
  handle: string,
  next: string,
  device: Device,
) {
  const owner = await app.db
    .selectFrom('identity.linked_identity as linked')
    .innerJoin('identity.account as account', 'account.id', 'linked.account_id')
    .select(['linked.id', 'account.id as accountId', 'account.suspended_at'])
    .where('linked.provider_id', '=', provider.id)
    .where('linked.subject', '=', identity.subject)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner) {
    if (owner.suspended_at) throw new Problem('forbidden', msg('This account is suspended'));
    await app.db
      .updateTable('identity.linked_identity')
      .set({ last_used_at: app.clock.now(), name: identityName(identity) })
      .where('id', '=', owner.id)
      .execute();
    await endRequest(app, handle);
    return start(app, owner.accountId, provider, identity, device);
  }
  const provisioned = await findProvisioned(app, provider, identity);
  if (provisioned !== undefined) {
    await link(app, provisioned, provider, identity);
    await endRequest(app, handle);
    return start(app, provisioned, provider, identity, device);
  }
  refuseOutsiders(provider, identity);
  await keepIdentity(app, handle, next, identity);
  if (await hasAccount(app, provider, identity)) return { step: 'connect' as const };
  if (provider.newcomers === 'never')
    throw new Problem(
      'forbidden',
      msg('No account is connected with this {label} account. Sign in and connect it in your settings.', {
        label: provider.label,
      }),
    );
  if (provider.newcomers === 'registration') return { step: 'register' as const };
  const session = await joinWithProvider({ ...app, admit: undefined }, handle, {}, device);
  return { step: 'signed-in' as const, session };
}

/** Signs in an owner. Whoever proved a second factor to the provider needs none here. */
async function start(
  app: App,
  accountId: string,
  provider: Provider,
  identity: ProviderIdentity,
  device: Device,
) {
  const provisioned = await provisionedGroupsOf(app, provider, [accountId]);
  const groups = [...identity.groups, ...(provisioned.get(accountId) ?? [])];
  await giveRoles(app, provider, new Map([[accountId, groups]]));
  const { subject, sid, idToken, authenticatedAt } = identity;
  const from: Device = {
    ...device,
    provider: {
      id: provider.id,
      subject,
      sid,
      idTokenSealed: idToken === '' ? '' : seal(app.config.secretKey, idToken).toString('base64'),
      authenticatedAt,
    },
  };
  const challenge = identity.hasSecondFactor ? undefined : await createChallenge(app, accountId, from);
  if (challenge) return { step: 'second-factor' as const, challenge };
  return { step: 'signed-in' as const, session: await beginSession(app, accountId, from) };
}

/** The address belongs to an account that has confirmed it. Not asked for one that anybody could have entered. */
async function hasAccount(
  { db }: App,
  { trustsEmail }: Provider,
  { email, isEmailVerified }: ProviderIdentity,
) {
  if (!trustsEmail || !isEmailVerified || email === '') return false;
  const account = await db
    .selectFrom('identity.account as account')
    .select('id')
    .where(hasEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return account !== undefined;
}

function refuseOutsiders(provider: Provider, { email, isEmailVerified }: ProviderIdentity): void {
  const { emailDomains, label } = provider;
  if (!admitsAddress(provider, email) || (emailDomains.length > 0 && !isEmailVerified))
    throw new Problem(
      'forbidden',
      msg('{label} accounts with this email address are not admitted here', { label }),
    );
}

/** What a newcomer can choose. Everything else comes from the provider. */
export type Chosen = Partial<Omit<NewAccount, 'password' | 'isAdmitted' | 'isEmailVerified'>>;

/**
 * Creates an account for the identity that waits in this browser, connects and signs in. An address that a trusted
 * provider has verified needs no confirmation here.
 */
export const joinWithProvider = verb(
  { name: 'provider-sign-in.join', who: 'anyone', limit: signUpTries },
  async (app, handle: string, chosen: Chosen, device: Device): Promise<StartedSession> => {
    const { provider, state: identity } = await getIdentity(app, handle);
    if (provider.newcomers === 'never') throw timedOut();
    const isEmailVerified = isTrusted(provider, identity);
    const isAdmitted = provider.newcomers === 'always';
    const newcomer: NewAccount = {
      ...splitName(identity),
      nameField: 'name',
      email: identity.email,
      ...chosen,
      ...(isEmailVerified && { email: identity.email }),
      username: chosen.username?.trim()
        ? chosen.username
        : await proposeUsername(app, identity.username || identity.name),
      isAdmitted,
      isEmailVerified,
    };
    if (newcomer.email === '')
      throw new Problem('invalid', msg('{label} gave no email address', { label: provider.label }), {
        field: 'email',
      });
    const accountId = await countSignUp(app, device, () =>
      inTransaction(app, async (app) => {
        if (!(await endRequest(app, handle))) throw timedOut();
        const id = await register(app, newcomer);
        await link(app, id, provider, identity);
        return id;
      }),
    );
    const started = await start(app, accountId, provider, { ...identity, hasSecondFactor: true }, device);
    if (started.step !== 'signed-in') throw timedOut();
    return started.session;
  },
);

/** A name that fits the rules here, from one of which nobody can change a letter while they sign in. */
function splitName({ name, username, email }: ProviderIdentity): { firstName: string; lastName: string } {
  const fits = [name, username, email]
    .map((each) => cleanName(each.replace(/@.*$/s, '').replaceAll(/[＠﹫✓✔☑✅🗸🗹]/gu, '')))
    .find(isVisible);
  const [first = '', ...rest] = (fits ?? t('Member')).split(/\s+/);
  const cut = (text: string) => Array.from(text).slice(0, 64).join('').trim();
  return { firstName: cut(first), lastName: cut(rest.join(' ')) };
}

export const isTrusted = ({ trustsEmail }: Provider, { email, isEmailVerified }: ProviderIdentity): boolean =>
  trustsEmail && isEmailVerified && email !== '';
