import { t } from '../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/**
 * Rejects forms submitted from other sites (CSRF). Browsers send Sec-Fetch-Site or at least Origin. A client
 * that sends neither is not a browser, so it sends no cookies automatically.
 */
export function rejectCrossSiteForms(request: FastifyRequest, base: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOurs(origin, request, base)) return;
  throw new Problem('forbidden', t('This form was submitted from another site'));
}

/** Whether the `Origin` is the service's own. */
export function isOurs(origin: string, request: Pick<FastifyRequest, 'host'>, base: string): boolean {
  const sent = URL.parse(origin);
  return sent !== null && (sent.host === request.host || sent.origin === new URL(base).origin);
}
