import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { longestHost } from '../../../kernel/text.ts';

/** A parsed destination for the rules. */
export interface Target {
  url: string;
  /** In ASCII form, without brackets or a trailing dot. */
  host: string;
  /** The host in Unicode form. */
  name: string;
  labels: readonly string[];
  /** The registrable domain: `example.co.uk` of `www.example.co.uk`. */
  site: string;
  /** Whether the host is an IP address. */
  isAddress: boolean;
  port: string;
  path: string;
}

/** Second-level names under which country registries offer domains. */
const underCountry = /^(ac|co|com|edu|gob|gov|go|mil|ne|net|nom|or|org|sch)$/;

/**
 * Returns undefined for URLs that are not web URLs, such as app URLs, and for hosts that cannot be in DNS.
 */
export function parseTargetParts(url: string): Target | undefined {
  const parsed = /^https?:/i.test(url) ? URL.parse(url) : null;
  if (!parsed || parsed.hostname.length > longestHost) return undefined;
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isAddress = isIP(host) !== 0;
  const name = isAddress ? host : domainToUnicode(host) || host;
  const labels = isAddress ? [host] : name.split('.');
  return {
    url,
    host,
    name,
    labels,
    site: isAddress ? host : siteOf(host.split('.')),
    isAddress,
    port: parsed.port,
    path: parsed.pathname,
  };
}

function siteOf(labels: readonly string[]): string {
  const [second = '', last = ''] = labels.slice(-2);
  return labels.slice(last.length === 2 && underCountry.test(second) ? -3 : -2).join('.');
}

/** Returns the registered label in Unicode form: `example` of `www.example.co.uk`. */
export const chosenLabel = ({ labels, site, isAddress }: Target): string =>
  isAddress ? '' : (labels.at(-site.split('.').length) ?? '');

/** Returns a host and its parent domains, any of which puts the host on a list. */
export function hostAndAbove(host: string): string[] {
  if (isIP(host)) return [host];
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
