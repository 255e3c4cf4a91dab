import type { FastifyReply } from 'fastify';
import { type App, type Access, type Limit, type Rules, may, type Viewer } from '../../app.ts';
import { addressKey, enforce, type LimitRule, type LimitState } from '../../limits.ts';
import { deviceKey } from '../../limit-counters.ts';
import { Problem, msg } from '../../../kernel/problem.ts';
import { beyondScopes } from '../agent-scopes.ts';
import { type Caller } from '../caller.ts';
import { refuseOnFullDisk } from './free-space.ts';

/** Counts the call and sets the rate limit headers. Rejects with 429 if the limit is exceeded. */
export async function countCall(
  app: App,
  reply: FastifyReply | undefined,
  rule: LimitRule,
  key: string,
): Promise<void> {
  const state = await app.limits.consume(rule, key);
  if (reply) setLimitHeaders(reply, state);
  enforce(state);
}

/** The headers describe the tightest limit so far. */
function setLimitHeaders(reply: FastifyReply, state: LimitState): void {
  const known = reply.getHeader('x-ratelimit-remaining');
  if (known !== undefined && Number(known) <= state.remaining) return;
  reply.header('x-ratelimit-limit', state.limit);
  reply.header('x-ratelimit-remaining', state.remaining);
  reply.header('x-ratelimit-reset', Math.ceil(state.resetAt.getTime() / 1000));
}

/** Counts a call against the operation's own limit, for each of its keys. */
export async function countOperation(
  app: App,
  reply: FastifyReply | undefined,
  name: string,
  limit: Limit,
  caller: Pick<Caller, 'viewer'>,
  address: string,
): Promise<void> {
  const rule = { name, calls: callsOf(app, limit), within: limit.within };
  for (const by of limit.by) {
    const key = by === 'address' ? addressKey(address) : caller.viewer?.id;
    if (key !== undefined) await countCall(app, reply, { ...rule, name: `${name}:${by}` }, key);
  }
  if (!limit.perDevice || !reply) return;
  const perDevice = {
    name: `${name}:device`,
    calls: callsOf(app, limit.perDevice),
    within: limit.perDevice.within,
  };
  const userAgent = reply.request.headers['user-agent'] ?? '';
  await countCall(app, reply, perDevice, deviceKey({ userAgent, address }));
}

/**
 * Enforces the rules of the verb that a door names, before the input is read, and returns the function that
 * enforces those of verbs when they are called, for the caller that the request then has. It does not count the
 * named verb again. Another verb that the door calls is counted only if its limit is stricter, so a call costs one
 * budget and no limit can be avoided.
 */
export async function admitCall(
  app: App,
  reply: FastifyReply | undefined,
  request: { caller: Caller },
  address: string,
  named: Rules | undefined,
): Promise<NonNullable<App['admit']>> {
  const admit = async ({ name, who, limit, role, scope }: Rules, isCounted = true) => {
    const { caller } = request;
    refuseOthers(who, caller.viewer);
    const beyond = beyondScopes(caller.agent, scope ?? caller.agent?.writeScope ?? 'write');
    if (beyond) throw beyond;
    if (role === 'admin' && caller.workspace && caller.workspace.role !== 'admin')
      throw new Problem('forbidden', msg('Only the owner and admins of the workspace can do this'));
    if (limit && isCounted) await countOperation(app, reply, name, limit, caller, address);
  };
  if (named) await admit(named);
  let counted = named;
  const beside = new Set<Rules>();
  return async (rules) => {
    if (rules === counted) {
      counted = undefined;
      return;
    }
    const isFirst = rules !== named && !beside.has(rules);
    beside.add(rules);
    await admit(rules, !(isFirst && covers(app, named?.limit, rules.limit)));
  };
}

/** Whether a limit, for the same callers, is at least as strict as another. */
const covers = (app: App, strict: Limit | undefined, other: Limit | undefined): boolean =>
  strict !== undefined &&
  other !== undefined &&
  other.by.every((by) => strict.by.includes(by)) &&
  !other.perDevice &&
  callsOf(app, strict) / strict.within <= callsOf(app, other) / other.within;

/** Returns the App for a member's calls through a socket, to which the rules of verbs apply as in a request. */
export const admitMember = (app: App, viewer: Viewer, address: string): App => ({
  ...app,
  admit: async ({ name, who, limit, scope }) => {
    refuseOthers(who, viewer);
    if (scope !== 'read') refuseOnFullDisk(app, viewer);
    if (limit) await countOperation(app, undefined, name, limit, { viewer }, address);
  },
});

/** Throws unless the viewer has the permission that `who` requires. */
export function refuseOthers(who: Access, viewer: Viewer | undefined): void {
  if (who === 'anyone' || who === 'app') return;
  if (!viewer) throw new Problem('unauthenticated', msg('Sign in first'));
  if (who === 'operator' && !may(viewer, 'operate'))
    throw new Problem('forbidden', msg('Only operators can do this'));
  if (who === 'moderator' && !may(viewer, 'moderate'))
    throw new Problem('forbidden', msg('Only moderators can do this'));
}

const callsOf = ({ config }: App, { calls }: Pick<Limit, 'calls'>) =>
  typeof calls === 'number' ? calls : calls(config);
