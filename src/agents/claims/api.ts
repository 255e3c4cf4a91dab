import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { agentAddresses } from '../addresses.ts';
import { claimLifetime } from '../identity/assertion.ts';
import { startClaim } from './claims.ts';

const Attempt = {
  user_code: Type.String({ description: 'Six digits for the person to compare' }),
  verification_uri: Type.String({ description: 'Where the person approves the agent: `/claim?code=…`' }),
  verification_uri_complete: Type.String(),
  expires_in: Type.Integer({ description: 'Lifetime of the code in seconds' }),
  interval: Type.Integer({ description: 'Seconds between polls of the token endpoint' }),
};

export const claimRoutes = [
  endpoint({
    method: 'POST',
    path: '/agent/identity/claim',
    verb: startClaim,
    summary: 'Request a code for a person to approve',
    description:
      'Show the person the code and the address. Poll the token endpoint with the claim token until they have decided. A claim token starts one claim.',
    tag: 'Agents',
    access: 'anyone',
    body: Type.Object({ claim_token: Type.String({ minLength: 1, maxLength: 200 }) }),
    returns: Type.Object({
      ...Attempt,
      registration_id: Type.String(),
      claim_attempt_id: Type.String(),
      status: Type.Literal('initiated'),
      expires_at: Type.String({ format: 'date-time' }),
      claim_attempt: Type.Object(Attempt),
    }),
    example: { claim_token: 'clm_…' },
    handle: async ({ app, body }) => {
      const claim = await startClaim(app, body.claim_token);
      const address = agentAddresses(app.config).approval(claim.userCode);
      const attempt = {
        user_code: claim.userCode,
        verification_uri: address,
        verification_uri_complete: address,
        expires_in: claimLifetime / 1000,
        interval: claim.interval,
      };
      return {
        ...attempt,
        registration_id: claim.registrationId,
        claim_attempt_id: claim.attemptId,
        status: 'initiated' as const,
        expires_at: claim.expiresAt.toISOString(),
        claim_attempt: attempt,
      };
    },
  }),
];
