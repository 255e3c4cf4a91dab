import type { FastifyReply } from 'fastify';
import type { App } from '../../app.ts';
import { addressKey, enforce } from '../../limits.ts';
import { deviceKey } from '../../limits/device-key.ts';
import type { LimitRule, LimitState } from '../../limits.ts';
import type { Caller } from '../caller.ts';
import type { Limit } from '../endpoint.ts';

/** Counts the call and sets the rate limit headers. Rejects with 429 if the limit is exceeded. */
export async function count(app: App, reply: FastifyReply, rule: LimitRule, key: string): Promise<void> {
  const state = await app.limits.consume(rule, key);
  setLimitHeaders(reply, state);
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
  reply: FastifyReply,
  name: string,
  limit: Limit,
  caller: Caller,
  address: string,
): Promise<void> {
  const rule = { name, calls: callsOf(app, limit), within: limit.within };
  for (const by of limit.by) {
    const key = by === 'address' ? addressKey(address) : caller.viewer?.id;
    if (key !== undefined) await count(app, reply, { ...rule, name: `${name}:${by}` }, key);
  }
  if (!limit.perDevice) return;
  const perDevice = {
    name: `${name}:device`,
    calls: callsOf(app, limit.perDevice),
    within: limit.perDevice.within,
  };
  const userAgent = reply.request.headers['user-agent'] ?? '';
  await count(app, reply, perDevice, deviceKey({ userAgent, address }));
}

const callsOf = ({ config }: App, { calls }: Pick<Limit, 'calls'>) =>
  typeof calls === 'number' ? calls : calls(config);
