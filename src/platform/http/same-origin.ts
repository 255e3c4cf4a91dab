import { t } from '../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';

/**
 * Refuses a form that another site made the browser send. Browsers say where a request comes from in
 * Sec-Fetch-Site, or at least in Origin; a client that sends neither is no browser, so it sends no cookies unasked.
 */
export function refuseForeignForms(request: FastifyRequest, base: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOurs(origin, request, base)) return;
  throw new Problem('forbidden', t('This form was submitted from another site'));
}

/** Whether an `Origin` is that of the service's own pages. */
export function isOurs(origin: string, request: Pick<FastifyRequest, 'host'>, base: string): boolean {
  const sent = URL.parse(origin);
  return sent !== null && (sent.host === request.host || sent.origin === new URL(base).origin);
}
