import { Problem, msg } from '../../kernel/problem.ts';
import type { ActingAgent } from './caller.ts';

/** What a person can let an agent do. OpenID's scopes beside them only say who the person is. */
export const agentScopes = [
  'profile',
  'read',
  'write',
  'messages',
  'links:read',
  'links:write',
  'tools',
  'pay',
] as const;

export type AgentScope = (typeof agentScopes)[number];

/** The token lacks a scope, which the response names (RFC 6750, 3.1). */
export class ScopeProblem extends Problem {
  readonly scope: string;

  constructor(scope: string) {
    super('forbidden', msg('The access token lacks the scope {scope}', { scope }), {
      code: 'insufficient_scope',
    });
    this.scope = scope;
  }
}

/** Whether the agent may do what a scope allows. A claimed agent may do everything. */
export const mayUse = ({ scopes }: Pick<ActingAgent, 'scopes'>, ...anyOf: readonly AgentScope[]): boolean =>
  scopes === undefined || anyOf.some((scope) => scopes.includes(scope));

/** Returns an error unless the agent has one of the scopes. Callers that are not agents have all. */
export const beyondScopes = (
  agent: Pick<ActingAgent, 'scopes'> | undefined,
  ...anyOf: readonly AgentScope[]
): Problem | undefined => (agent && !mayUse(agent, ...anyOf) ? new ScopeProblem(anyOf.join(' ')) : undefined);
