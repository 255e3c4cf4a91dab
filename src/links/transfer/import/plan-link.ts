import { normalizeColumn } from '../../../kernel/typed-text/csv-head.ts';
import { comparableHost } from '../../../kernel/comparable.ts';
import { parseJson } from '../../../kernel/json.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { unreadableRules } from '../../shorten/options/lists.ts';
import { type LinkInput, type OptionInput, rows } from '../../shorten/options/options.ts';
import { parseRules } from '../../shorten/options/parse-options.ts';
import {
  isNestedAlias,
  parseAlias,
  parseAppAddress,
  parseDescription,
  parseMoment,
  parseTitleText,
  shortestImported,
} from '../../link/fields.ts';
import { parseTagNames, splitTagNames } from '../../tags/tags.ts';
import { parsePastTime } from './cells.ts';
import type { Cells, ImportedLink } from './import.ts';

/** The link that a row will create. */
export interface PlannedLink {
  input: LinkInput;
  /** Host of one of the owner's branded domains. '': the default domain. */
  host: string;
  tags: string[];
  channels: string[];
  campaign: string;
  /** Each as provider, colon and tag. */
  pixels: string[];
  created: Date | null;
  /** In the past: the link is imported as expired. */
  expiry: Date | null;
  clickLimit: number | null;
  /** Clicks counted by another service. */
  clicks: number;
  isOff: boolean;
}

/** Information about the owner that planning needs. */
export interface ImportOwner {
  accountId: string;
  /** Hosts of the owner's domains. */
  hosts: ReadonlySet<string>;
  now: Date;
  config: Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>;
}

/** Returns the link that a row will create. Throws a `Problem` if the row is invalid. */
export function planLink(link: ImportedLink, owner: ImportOwner): PlannedLink {
  const { config, now } = owner;
  if (link.isLocked && !link.password)
    throw invalid('password', msg('Password-protected, but the password is not in the file'));
  const host = chooseHost(link, owner);
  const alias = link.alias ? parseAlias(toSlug(link.alias), shortestImported) : undefined;
  const options = parseColumns(link.options ?? {});
  parseRules(config, options);
  const expiry = link.expiry ? parseMoment(link.expiry, 'expiry') : null;
  return {
    input: {
      ...options,
      ...(link.password && { password: link.password }),
      url: parseAppAddress(link.url ?? '', config, 'url'),
      domain: host,
      alias,
      title: parseTitleText((link.title ?? '').slice(0, 255)),
      description: parseDescription((link.description ?? '').slice(0, 2048)),
      visibility: link.visibility === 'private' ? 'private' : 'public',
      expiry: expiry && expiry > now ? expiry.toISOString() : undefined,
    },
    host,
    tags: parseTagNames(splitTagNames(link.tags ?? '')),
    channels: splitTagNames(link.channels ?? '').map((name) => name.trim()),
    campaign: link.campaign?.trim() ?? '',
    pixels: splitTagNames(link.options?.pixels ?? '').map((name) => name.trim()),
    created: parseCreated(link.created ?? '', now),
    expiry,
    clickLimit: parseClickLimit(link.clickLimit ?? ''),
    clicks: parseClicks(link.clicks ?? ''),
    isOff: link.isOff ?? false,
  };
}

/** Keeps an alias with slashes if its path is free, as it was printed. Otherwise `docs/start` becomes `docs-start`. */
export const toSlug = (alias: string) => (isNestedAlias(alias) ? alias : alias.replace(/\/+/g, '-'));

function chooseHost({ domain = '', isForeign }: ImportedLink, { hosts, config }: ImportOwner): string {
  const host = comparableHost(domain.replace(/^https?:\/\//i, '').split('/', 1)[0] ?? '');
  if (host === '' || host === new URL(config.hopUrl).host) return '';
  if (hosts.has(host)) return host;
  if (isForeign) return '';
  throw invalid('domain', msg('The domain “{host}” is not one of yours', { host }));
}

/** Parses the original creation time. A time that cannot be read is reported, and never becomes the current one. */
function parseCreated(text: string, now: Date): Date | null {
  if (text === '') return null;
  const at = parsePastTime(text);
  if (!at || at.getUTCFullYear() < 1990)
    throw invalid('created', msg('The creation date “{text}” cannot be read', { text: text.slice(0, 60) }));
  if (at.getTime() > now.getTime() + days(1))
    throw invalid('created', msg('The creation date “{text}” is in the future', { text: text.slice(0, 60) }));
  return at;
}

function parseClickLimit(text: string): number | null {
  if (text === '') return null;
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 2_147_483_647)
    throw invalid('clickLimit', msg('The click limit must be a whole number of at least 1'));
  return limit;
}

const maxClicks = 10_000_000_000;

/** Parses `1,204` or `1204`. */
function parseClicks(text: string): number {
  const clicks = Number(text.replace(/(?<=\d)[, ](?=\d{3}\b)/g, ''));
  if (!Number.isSafeInteger(clicks) || clicks < 0 || clicks > maxClicks)
    throw invalid('clicks', msg('The number of clicks must be a whole number from 0'));
  return clicks;
}

/** Parses the options in a file. They are validated like any other input. */
function parseColumns(cells: Cells): OptionInput {
  const rules = cells.rules ? parseRuleColumn(cells.rules) : {};
  return Object.fromEntries(
    rows.flatMap(([name, { csv, store }]) => {
      const cell = csv?.read && cells[normalizeColumn(csv.column)];
      if (cell) return [[name, csv.read?.(cell)]];
      return 'rule' in store && store.rule in rules ? [[name, store.fromRule(rules[store.rule])]] : [];
    }),
  );
}

/**
 * Parses rules as untrusted input, because the file may have been edited. Throws if they are not an object.
 */
function parseRuleColumn(text: string): Readonly<Record<string, unknown>> {
  try {
    const rules = parseJson(text);
    if (typeof rules === 'object' && rules !== null && !Array.isArray(rules))
      return rules as Readonly<Record<string, unknown>>;
  } catch {
    // Handled below, like anything else that is not an object.
  }
  throw unreadableRules();
}
