import type { FastifyRequest } from 'fastify';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import type { Caller } from '../caller.ts';

/** Bodies that arrive within this time are handled for the caller that was identified before. */
const grace = seconds(2);

const identified = new WeakMap<FastifyRequest, Date>();

/** Remembers when the caller of a request was identified, which is before its body arrives. */
export const recordIdentified = ({ clock }: Pick<App, 'clock'>, request: FastifyRequest): void =>
  void identified.set(request, clock.now());

/**
 * Identifies the caller again if the body took long. Otherwise, somebody could begin requests and finish them by their
 * last byte after the session has ended, the agent was disconnected, or the account was suspended.
 */
export async function identifyAfterBody(
  app: App,
  request: FastifyRequest,
  identify: (app: App) => Promise<Caller>,
): Promise<void> {
  const { viewer, agent } = request.caller;
  const at = identified.get(request);
  if (!at || !(viewer ?? agent) || app.clock.now().getTime() - at.getTime() < grace) return;
  // At the time of the headers: signatures of apps are not valid for long.
  request.caller = await identify({ ...app, clock: { now: () => at } });
}
