import { t } from '../../kernel/translation/translate.ts';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../kernel/problem.ts';

/**
 * Returns the client address forwarded by a trusted backend: `X-Client-IP`, or else the entry that the
 * backend added to `X-Forwarded-For`, left of those added by our own proxies. Undefined if there is none.
 */
export function parseForwardedAddress(request: Pick<FastifyRequest, 'headers' | 'ips'>): string | undefined {
  const named = String(request.headers['x-client-ip'] ?? '').trim();
  if (named !== '') {
    if (isIP(named) === 0) throw invalid('X-Client-IP', t('X-Client-IP must be one IP address'));
    return named;
  }
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const ownHops = (request.ips?.length ?? 1) - 1;
  const entry = chain.at(-1 - ownHops)?.trim() ?? '';
  return isIP(entry) === 0 ? undefined : entry;
}
