import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Problem, msg } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { addressKey } from '../../limits.ts';
import { nobody } from '../caller.ts';
import type { Family, Identify } from '../family.ts';
import { t } from '../../../web/translation/translate.ts';

/**
 * The error text is `message` in auth.md, `error_description` in OAuth 2.0, and the envelope's field
 * elsewhere.
 */
const Refusal = Type.Object({
  error: Type.String(),
  error_description: Type.String(),
  status: Type.Literal('error'),
  message: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
});

/** The error code: RFC 6750's for an invalid token, auth.md's for too many calls, else OAuth's. */
function errorCodeOf(problem: Problem): string {
  if (problem.kind === 'throttled') return 'rate_limited';
  if (problem.kind === 'unauthenticated') return problem.code ?? 'invalid_token';
  return codeOf(problem);
}

const perAddress = { name: 'agents:address', calls: 300, within: minutes(5), settlesLater: true };
const perAgent = ({ config }: App) => ({
  name: 'agents:agent',
  calls: config.AGENT_CALL_LIMIT,
  within: minutes(1),
  settlesLater: true,
});

/** Endpoints for agents only: registration, claims, tokens, tasks. Browser sessions are rejected. */
export const agentFamily = (
  identify: Identify = () => Promise.resolve(nobody),
  service: 'plazaUrl' | 'hopUrl' = 'plazaUrl',
): Family => ({
  name: 'agents',
  uncached: true,
  identify: (app, request, access) => {
    if (request.cookies.xs !== undefined)
      throw new Problem(
        'forbidden',
        msg('This endpoint is for agents, not browsers. Do not send a session cookie.'),
        {
          code: 'access_denied',
        },
      );
    return identify(app, request, access);
  },
  serve: (_app, body) => body,
  refuse: (app, problem) => ({
    error: errorCodeOf(problem),
    error_description: t(problem.text),
    status: 'error',
    message: t(problem.text),
    timestamp: app.clock.now().toISOString(),
  }),
  challenge: (app, request) => bearerChallenge(app.config[service], request),
  refusal: Refusal,
  security: (access) => (access === 'anyone' ? [] : [{ AgentToken: [] }]),
  limit: (app, { agent }, address) =>
    agent ? { rule: perAgent(app), key: agent.id } : { rule: perAddress, key: addressKey(address) },
});

/** RFC 6750 and RFC 9728: how to get a token, and what is wrong with the one sent. */
function bearerChallenge(base: string, { headers, url }: FastifyRequest): string {
  const part = /^\/mcp(?![^?])/.test(url) ? '/mcp' : '';
  const metadata = `${base}/.well-known/oauth-protected-resource${part}`;
  const error = headers.authorization === undefined ? '' : ', error="invalid_token"';
  return `Bearer realm="api", resource_metadata="${metadata}"${error}`;
}

const OAuthRefusal = Type.Object({
  error: Type.String(),
  error_description: Type.String(),
  message: Type.String({ description: 'The same as `error_description`, for older apps' }),
});

/** RFC 6749's error codes, for errors without a code of their own. */
export function codeOf(problem: Problem): string {
  if (problem.code) return problem.code;
  if (problem.kind === 'unauthenticated') return 'invalid_client';
  if (problem.kind === 'forbidden') return 'access_denied';
  if (problem.kind === 'throttled') return 'slow_down';
  if (problem.kind === 'unavailable') return 'temporarily_unavailable';
  return problem.kind === 'failed' ? 'server_error' : 'invalid_request';
}

const oauthPerAddress = { name: 'oauth:address', calls: 300, within: minutes(5), settlesLater: true };

/**
 * OAuth and the open documents: bare bodies, errors as `{ error, error_description, message }`. Credentials
 * are in the body.
 */
export const oauthFamily: Family = {
  name: 'oauth',
  identify: () => Promise.resolve(nobody),
  serve: (_app, body) => body,
  refuse: (_app, problem) => ({
    error: codeOf(problem),
    error_description: t(problem.text),
    message: t(problem.text),
  }),
  refusal: OAuthRefusal,
  security: () => [],
  limit: (_app, _caller, address) => ({ rule: oauthPerAddress, key: addressKey(address) }),
};
