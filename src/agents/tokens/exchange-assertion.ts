import type { App } from '../../platform/app.ts';
import { invalidGrant, issueAssertion, verifyAssertion, type Assertion } from '../identity/assertion.ts';
import { issueToken, type AccessToken } from './access-token.ts';

/**
 * Exchanges an assertion of this installation for a token (RFC 7523). For an unclaimed agent, the token has
 * no scope. The response includes a fresh assertion, so that an active agent never has to register again.
 */
export async function exchangeAssertion(app: App, assertion: string): Promise<AccessToken & Assertion> {
  const publicId = await verifyAssertion(app, assertion);
  const agent = await app.db
    .selectFrom('agents.registration')
    .select(['id', 'account_id'])
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!agent) throw invalidGrant('This agent was disconnected. Register again');
  const token = await issueToken(app, agent.id, agent.account_id !== null);
  return { ...token, ...(await issueAssertion(app, { publicId })) };
}
