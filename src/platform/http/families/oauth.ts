import { Type } from 'typebox';
import type { Problem } from '../../../kernel/problem.ts';
import { minutes } from '../../../kernel/time.ts';
import { addressKey } from '../../limits.ts';
import { nobody } from '../caller.ts';
import type { Family } from '../family.ts';

const Refusal = Type.Object({
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

const perAddress = { name: 'oauth:address', calls: 300, within: minutes(5) };

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
    error_description: problem.message,
    message: problem.message,
  }),
  refusal: Refusal,
  security: () => [],
  limit: (_app, _caller, address) => ({ rule: perAddress, key: addressKey(address) }),
};
