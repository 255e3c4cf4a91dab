import { t } from '../../../kernel/translation/translate.ts';
import { isIP } from 'node:net';
import { invalid } from '../../../kernel/problem.ts';
import { longestHost } from '../../../kernel/text.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { isPublicAddress } from '../../../platform/outbound/public-address.ts';

const longest = 8192;

type Settings = Pick<Config, 'hopUrl' | 'plazaUrl'>;

/**
 * Validates a destination. A plain ASCII URL is returned unchanged, others in normal form
 * (`https://bücher.example` becomes `https://xn--bcher-kva.example/`), so that they are safe in headers.
 */
export function parseTarget(text: string, config: Settings, field = 'url'): string {
  const given = text.trim();
  const name = field === 'url' ? t('The destination URL') : t('The URL');
  if (given === '') throw invalid(field, t('{name} is required', { name }));
  if (given.length > longest)
    throw invalid(field, t('{name} can have at most {longest} characters', { name, longest }));
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  if (!url) throw invalid(field, t('{name} must be a full URL starting with http:// or https://', { name }));
  if (url.username || url.password)
    throw invalid(field, t('{name} must not contain a username or password', { name }));
  if (url.hostname.length > longestHost)
    throw invalid(field, t('The host of a URL can have at most {longestHost} characters', { longestHost }));
  if (placeOf(url) === placeOf(new URL(config.hopUrl)))
    throw invalid(field, t('{name} points to this service', { name }));
  if (url.origin !== new URL(config.plazaUrl).origin) refuseInside(url, field, name);
  if (url.href.length > longest)
    throw invalid(field, t('{name} can have at most {longest} characters', { name, longest }));
  return url.href === given || url.href === `${given}/` ? given : url.href;
}

/** A trailing dot does not change a host. */
const placeOf = ({ hostname, port }: URL): string => `${hostname.replace(/(?<!\.)\.+$/, '')}:${port}`;

/** Names for private use that public DNS never resolves: RFC 6762, RFC 8375 and ICANN’s `internal`. */
const privateEndings = /(^|\.)(local|internal|home\.arpa)$/;

/** Rejects URLs that point to the visitor's own machine or a private network. */
function refuseInside({ hostname }: URL, field: string, name: string): void {
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw invalid(field, t('{name} points to a private network', { name }));
    return;
  }
  if (host === 'localhost' || host.endsWith('.localhost'))
    throw invalid(field, t('{name} points to the visitor’s own device', { name }));
  if (privateEndings.test(host)) throw invalid(field, t('{name} points to a private network', { name }));
  if (!/^[^.]+(\.[^.]+)+$/.test(host))
    throw invalid(field, t('“{host}” is not a full domain name', { host }));
}
