import { sql } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { sendMail } from '../../platform/mail.ts';
import { notify } from '../../social/notify/notify.ts';
import { refuseTooMany } from '../claims/claims.ts';
import { newPublicId } from '../identity/assertion.ts';
import { answerAddress, type AuthorizationRequest, endPushedRequest } from './authorization.ts';
import { addGrant } from './grants.ts';
import { choicesOf, isIdentityOnly } from './scopes.ts';

export interface ConsentDecision {
  /** Of the scopes that were asked for. */
  scopes: readonly string[];
  /** The most that it may pay per day, in millionths of the currency. */
  dailySpending: bigint | null;
  signedInAt: Date;
  /** The person's browser. */
  address: string;
  userAgent: string;
  pushed: string | undefined;
}

/**
 * Lets a client act for the viewer, within the scopes that the viewer chose. Returns the client's address with the
 * authorization code. The client appears among the connected apps and agents, and the viewer gets an email when it
 * gets more than it had.
 */
export const approveRequest = verb(
  { name: 'oauth.approve', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, viewer: Viewer, request: AuthorizationRequest, decision: ConsentDecision): Promise<string> => {
    const scopes = request.scopes.filter(
      (scope) => isAlwaysGranted(scope) || decision.scopes.includes(scope),
    );
    if (scopes.every(isAlwaysGranted) && !scopes.includes('openid'))
      throw new Problem('invalid', msg('Choose at least one permission, or deny the request'), {
        field: 'scopes',
      });
    if (scopes.includes('pay') && decision.dailySpending === null)
      throw new Problem('invalid', msg('Enter the most that it may pay per day'), { field: 'dailySpending' });
    const code = await inTransaction(app, async (app) => {
      if (decision.pushed !== undefined && !(await endPushedRequest(app, decision.pushed)))
        throw new Problem('gone', msg('This request has expired. Go back to the app and start again.'));
      const registrationId = await connect(app, viewer, request, { ...decision, scopes });
      return addGrant(app, {
        registrationId,
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge,
        scopes,
        resources: request.resources,
        nonce: request.nonce,
        signedInAt: decision.signedInAt,
      });
    });
    return answerAddress(app, request, { code });
  },
);

/** Who the person is, which every client of OpenID needs, and refreshing, which the client has anyway. */
const isAlwaysGranted = (scope: string) => scope === 'openid' || scope === 'offline_access';

/** Returns the registration by which the client acts for the viewer: one for each client and person. */
async function connect(
  app: App,
  viewer: Viewer,
  { client }: AuthorizationRequest,
  decision: ConsentDecision,
): Promise<string> {
  // Concurrent consents of one person for one client wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`oauth ${viewer.id} ${client.id}`}, 0))`.execute(
    app.db,
  );
  const known = await app.db
    .selectFrom('agents.registration')
    .select(['id', 'blocked_at'])
    .where('account_id', '=', viewer.id)
    .where('client_id', '=', client.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (known?.blocked_at)
    throw new Problem('forbidden', msg('An operator has blocked this app'), { code: 'access_denied' });
  const isMore = !known || !(await hasGranted(app, viewer, client.id, decision.scopes));
  const registrationId = known?.id ?? (await addRegistration(app, viewer, client, decision));
  if (decision.scopes.includes('pay'))
    await app.db
      .updateTable('agents.registration')
      .set({ daily_spending: String(decision.dailySpending) })
      .where('id', '=', registrationId)
      .execute();
  if (isMore) {
    await mailOwner(app, viewer, client.name, decision.scopes);
    await notify(app, { to: viewer.id, kind: 'agent' });
  }
  return registrationId;
}

async function addRegistration(
  app: App,
  viewer: Viewer,
  client: AuthorizationRequest['client'],
  { address, userAgent }: ConsentDecision,
): Promise<string> {
  await refuseTooMany(app, viewer);
  const now = app.clock.now();
  const { id } = await app.db
    .insertInto('agents.registration')
    .values({
      public_id: newPublicId('reg'),
      name: client.name,
      address,
      user_agent: userAgent.slice(0, 300),
      created_at: now,
      account_id: viewer.id,
      claimed_at: now,
      client_id: client.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether the client already acts for the viewer with all of these scopes. */
async function hasGranted(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  clientId: string,
  scopes: readonly string[],
): Promise<boolean> {
  const row = await app.db
    .selectFrom('agents.oauth_grant as oauth_grant')
    .innerJoin('agents.registration as agent', 'agent.id', 'oauth_grant.registration_id')
    .select('oauth_grant.id')
    .where('agent.account_id', '=', viewer.id)
    .where('agent.client_id', '=', clientId)
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .where('oauth_grant.used_at', 'is not', null)
    .where('oauth_grant.scopes', '@>', sql<string[]>`${[...scopes]}::text[]`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the client may sign the viewer in without asking again: it only learns what it already knows, and its
 * address on the web proves that it is the same client. Programs on the person's device always ask.
 */
export async function mayAnswerAtOnce(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { client, scopes, redirectUri, prompt }: AuthorizationRequest,
): Promise<boolean> {
  return (
    !prompt.includes('consent') &&
    isIdentityOnly(scopes) &&
    redirectUri.startsWith('https://') &&
    (client.kind === 'document' || client.isConfidential) &&
    hasGranted(app, viewer, client.id, scopes)
  );
}

/**
 * Whether a person is sent to a client with an error before they decided anything. Anyone can register a client with
 * any address on the web, which would make this site send people anywhere (RFC 9700, 4.11).
 */
export async function mayBeSentTo(
  app: App,
  viewer: Pick<Viewer, 'id'> | undefined,
  { client, redirectUri }: Pick<AuthorizationRequest, 'client' | 'redirectUri'>,
): Promise<boolean> {
  if (client.kind === 'app' || !redirectUri.startsWith('https://')) return true;
  return viewer !== undefined && hasGranted(app, viewer, client.id, []);
}

async function mailOwner(app: App, viewer: Viewer, name: string, scopes: readonly string[]): Promise<void> {
  const { email } = await app.db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  await sendMail(app, {
    to: email,
    subject: t('You connected {name}', { name }),
    text: [
      `Hello ${viewer.name},`,
      '',
      t('You connected “{name}” to your account. It can:', { name }),
      ...choicesOf(scopes).map(({ label }) => `- ${label}`),
      '',
      t('If this was not you, disconnect it and change your password:'),
      `${app.config.plazaUrl}/settings/agents`,
    ].join('\n'),
  });
}
