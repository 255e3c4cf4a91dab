import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Problem } from '../../kernel/problem.ts';
import type { App, Access } from '../app.ts';
import type { LimitRule } from '../limits.ts';
import type { Caller } from './caller.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Identifies the caller from headers and cookies. Throws `unauthenticated` if credentials are invalid, or
 * missing but required.
 */
export type Identify = (app: App, request: FastifyRequest, access: Access) => Promise<Caller>;

/** The differences between API families: authentication, and the format of responses and errors. */
export interface Family {
  name: 'social' | 'links' | 'oauth' | 'agents' | 'paid';
  identify: Identify;
  /** Wraps the response body in the family's envelope. */
  serve: (app: App, body: unknown) => unknown;
  refuse: (app: App, problem: Problem) => unknown;
  /** The WWW-Authenticate header of a 401. Omitted if credentials are in the body. */
  challenge?: string | ((app: App, request: FastifyRequest) => string);
  /** Whether responses contain credentials and must not be cached. */
  uncached?: boolean;
  /** Schema of an error response, for the docs. */
  refusal: TSchema;
  /** OpenAPI security requirements, any of which suffices. */
  security: (access: Access, endpoint: Endpoint) => Record<string, string[]>[];
  /** Returns an error if the caller's credentials do not allow this operation. */
  refuseCaller?: (caller: Caller, endpoint: Endpoint) => Problem | undefined;
  /** Whether a repeated call with the same Idempotency-Key gets the same response. */
  isRepeatable?: (endpoint: Endpoint) => boolean;
  /** The caller's rate limit over all operations. Undefined: not limited. */
  limit: (app: App, caller: Caller, address: string) => { rule: LimitRule; key: string } | undefined;
  /** Records a change that a member made in another account's workspace. */
  acted?: ((app: App, caller: Caller, path: string) => Promise<void>) | undefined;
}
