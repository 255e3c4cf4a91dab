import { isIP } from 'node:net';
import { invalid } from '../../kernel/problem.ts';
import type { Config } from '../../platform/config.ts';
import { isPublicAddress } from '../../platform/outbound/public-address.ts';

const longest = 8192;

/**
 * The long address as it is kept: what was sent when that is already a plain address, else its normal form
 * (`https://bücher.example` becomes `https://xn--bcher-kva.example/`), so that it can stand in a header.
 */
export function readTarget(text: string, config: Pick<Config, 'hopUrl' | 'plazaUrl'>): string {
  const given = text.trim();
  if (given === '') throw invalid('url', 'The long address is missing');
  if (given.length > longest) throw invalid('url', `The long address has more than ${longest} characters`);
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  if (!url)
    throw invalid('url', 'The long address must be a whole address that starts with http:// or https://');
  if (url.username || url.password)
    throw invalid('url', 'The long address must not carry a user name or password');
  if (url.host === new URL(config.hopUrl).host)
    throw invalid('url', 'The long address points back at this service');
  if (url.origin !== new URL(config.plazaUrl).origin) refuseInside(url);
  if (url.href.length > longest) throw invalid('url', `The long address has more than ${longest} characters`);
  return url.href === given || url.href === `${given}/` ? given : url.href;
}

/** Addresses that mean something else on each visitor's machine, or reach into a private network. */
function refuseInside({ hostname }: URL): void {
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw invalid('url', 'The long address leads into a private network');
    return;
  }
  if (host === 'localhost' || host.endsWith('.localhost'))
    throw invalid('url', 'The long address leads to the visitor’s own machine');
  if (!/^[^.]+(\.[^.]+)+$/.test(host)) throw invalid('url', `“${host}” is not the whole name of a website`);
}
