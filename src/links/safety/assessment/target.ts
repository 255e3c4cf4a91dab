import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { longestHost } from '../../../kernel/text.ts';

/** Where an address leads, taken apart for the rules. */
export interface Target {
  url: string;
  /** In its ASCII form, without brackets and a dot at the end. */
  host: string;
  /** The host as people read it. */
  name: string;
  labels: readonly string[];
  /** The part that somebody registered: `example.co.uk` of `www.example.co.uk`. */
  site: string;
  /** An IP address instead of a name. */
  isAddress: boolean;
  port: string;
  path: string;
}

/** Second-level names under which countries give out theirs. */
const underCountry = /^(ac|co|com|edu|gob|gov|go|mil|ne|net|nom|or|org|sch)$/;

/** Undefined for what is no web address, such as one of an app, or one whose host no name server has. */
export function readTargetParts(url: string): Target | undefined {
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

/** The label that somebody chose: `example` of `www.example.co.uk`, as people read it. */
export const chosenLabel = ({ labels, site, isAddress }: Target): string =>
  isAddress ? '' : (labels.at(-site.split('.').length) ?? '');

/** A host and all that it is below: what a list must have for the host to be on it. */
export function hostAndAbove(host: string): string[] {
  if (isIP(host)) return [host];
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
