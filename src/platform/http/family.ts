import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Problem } from '../../kernel/problem.ts';
import type { App } from '../app.ts';
import type { LimitRule } from '../limits.ts';
import type { Caller } from './caller.ts';
import type { Access, Endpoint } from './endpoint.ts';

/** Finds out who calls, from headers and cookies. Throws `unauthenticated` when proof was sent and is wrong, or is needed and absent. */
export type Identify = (app: App, request: FastifyRequest, access: Access) => Promise<Caller>;

/** The differences between API families: authentication, and the format of responses and errors. */
export interface Family {
  name: 'social' | 'links' | 'oauth' | 'agents' | 'paid';
  identify: Identify;
  /** Adds what every answer of the family carries. */
  serve: (app: App, body: unknown) => unknown;
  refuse: (app: App, problem: Problem) => unknown;
  /** The WWW-Authenticate header of a 401. Omitted where credentials are in the body. */
  challenge?: string | ((app: App, request: FastifyRequest) => string);
  /** Answers have credentials in them: no cache keeps them. */
  uncached?: boolean;
  /** Shape of a refusal, for the docs. */
  refusal: TSchema;
  /** OpenAPI's names of the credentials that would do, any one of the rows. */
  security: (access: Access, endpoint: Endpoint) => Record<string, string[]>[];
  /** Why a caller who is known may not call this operation, where a family's credentials are for some operations only. */
  refuseCaller?: (caller: Caller, endpoint: Endpoint) => Problem | undefined;
  /** Whether a call that comes again with the same Idempotency-Key gets the same answer again. */
  isRepeatable?: (endpoint: Endpoint) => boolean;
  /** Calls that one caller may make over all operations; `undefined`: this caller is not counted. */
  limit: (app: App, caller: Caller, address: string) => { rule: LimitRule; key: string } | undefined;
  /** Notes a change that a member made in another account's workspace. */
  acted?: ((app: App, caller: Caller, path: string) => Promise<void>) | undefined;
}
