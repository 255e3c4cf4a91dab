import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { longestHost } from '../../kernel/text.ts';
import { msg, joinMessages, type Message } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';

/**
 * What happens to a link with such a destination: nothing, a warning until an operator has reviewed it, or
 * rejection.
 */
export type SafetyOutcome = 'allow' | 'hold' | 'refuse';

export type RuleName =
  | 'listed'
  | 'lookalike'
  | 'mixed-scripts'
  | 'program'
  | 'shortener'
  | 'odd-name'
  | 'redirects'
  | 'inside'
  | 'reports';

/** What is wrong with a destination, for the owner of the link. */
const reasons = {
  refused: msg('Links to “{value}” are not allowed'),
  reviewed: msg('Links to “{value}” are reviewed first'),
  lookalike: msg('“{name}” resembles {brand}'),
  letters: msg('“{label}” uses letters that resemble others'),
  program: msg('“{file}” is a program'),
  shortener: msg('“{host}” is a link shortener'),
  name: msg('“{name}” is a suspicious domain'),
  inside: msg('it points to a private network'),
  endless: msg('it redirects endlessly'),
  back: msg('it redirects back to this service'),
  sites: msg('it redirects through {count, plural, one {# site} other {# sites}}'),
} as const;

/** A reason as a code with its values, because several people read it, each in their language. */
export interface Reason {
  code: keyof typeof reasons;
  values?: Readonly<Record<string, string | number>>;
  /** What the operator wrote about an entry of a list. */
  comment?: string;
}

/** A reason as a sentence without a period. */
export function reasonMessage({ code, values, comment }: Reason): Message {
  const reason = msg(reasons[code].source, values);
  return comment ? joinMessages([reason, comment], ': ') : reason;
}

export const reasonText = (reason: Reason): string => t(reasonMessage(reason));

export interface SafetyFinding {
  rule: RuleName;
  outcome: 'hold' | 'refuse';
  reason: Reason;
}

/** A name on one of the operator's lists. */
export interface ListEntry {
  list: 'domain' | 'keyword' | 'brand' | 'trusted';
  value: string;
  outcome: 'hold' | 'refuse' | null;
  reason: string;
}

/** An operator's setting of a rule. */
export interface RuleSetting {
  rule: RuleName;
  outcome: SafetyOutcome;
  threshold: number | null;
}

/** Data for the rules besides the destination. */
export interface TargetFacts {
  /** List entries that match the destination, and all brands. */
  entries: readonly ListEntry[];
  settings: readonly RuleSetting[];
  /** Names of this service, which destinations must not imitate. */
  ownNames: readonly string[];
  /** Whether the destination is a branded domain of this service. */
  isOurs: boolean;
}

/** Checks a destination and returns what is wrong with it. */
export type SafetyCheck = (target: Target, facts: TargetFacts, threshold: number) => Reason | undefined;

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
