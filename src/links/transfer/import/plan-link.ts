import { comparableHost } from '../../../kernel/comparable.ts';
import { parseJson } from '../../../kernel/json.ts';
import { invalid } from '../../../kernel/problem.ts';
import { days } from '../../../kernel/time.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { DeliveryInput, LinkInput } from '../../shorten/options/delivery.ts';
import { parseRules } from '../../shorten/options/parse-rules.ts';
import {
  isNestedAlias,
  parseAlias,
  parseAppAddress,
  parseDescription,
  parseMoment,
  parseTitleText,
  shortestImported,
} from '../../link/fields.ts';
import type { LinkRules } from '../../redirect/targeting/targets.ts';
import { parseTagNames, splitTags } from '../../tags/tags.ts';
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
export interface Owner {
  accountId: string;
  /** Hosts of the owner's domains. */
  hosts: ReadonlySet<string>;
  now: Date;
  config: Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>;
}

/** Returns the link that a row will create. Throws a `Problem` if the row is invalid. */
export function planLink(link: ImportedLink, owner: Owner): PlannedLink {
  const { config, now } = owner;
  if (link.isLocked && !link.password)
    throw invalid('password', t('Password-protected, but the password is not in the file'));
  const host = getHost(link, owner);
  const alias = link.alias ? parseAlias(toSlug(link.alias), shortestImported) : undefined;
  const delivery = parseDeliveryColumns(link.delivery ?? {});
  parseRules(delivery, {}, config);
  const expiry = link.expiry ? parseMoment(link.expiry, 'expiry') : null;
  return {
    input: {
      ...delivery,
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
    tags: parseTagNames(splitTags(link.tags ?? '')),
    channels: splitTags(link.channels ?? '').map((name) => name.trim()),
    campaign: link.campaign?.trim() ?? '',
    pixels: splitTags(link.delivery?.pixels ?? '').map((name) => name.trim()),
    created: parseCreated(link.created ?? '', now),
    expiry,
    clickLimit: parseClickLimit(link.clickLimit ?? ''),
    clicks: parseClicks(link.clicks ?? ''),
    isOff: link.isOff ?? false,
  };
}

/** Keeps an alias with slashes if its path is free, as it was printed. Otherwise `docs/start` becomes `docs-start`. */
export const toSlug = (alias: string) => (isNestedAlias(alias) ? alias : alias.replace(/\/+/g, '-'));

function getHost({ domain = '', isForeign }: ImportedLink, { hosts, config }: Owner): string {
  const host = comparableHost(domain.replace(/^https?:\/\//i, '').split('/', 1)[0] ?? '');
  if (host === '' || host === new URL(config.hopUrl).host) return '';
  if (hosts.has(host)) return host;
  if (isForeign) return '';
  throw invalid('domain', t('The domain “{host}” is not one of yours', { host }));
}

/** Parses the original creation time. A time that cannot be read is reported, and never becomes the current one. */
function parseCreated(text: string, now: Date): Date | null {
  if (text === '') return null;
  const at = parsePastTime(text);
  if (!at || at.getUTCFullYear() < 1990)
    throw invalid('created', t('The creation date “{text}” cannot be read', { text: text.slice(0, 60) }));
  if (at.getTime() > now.getTime() + days(1))
    throw invalid('created', t('The creation date “{text}” is in the future', { text: text.slice(0, 60) }));
  return at;
}

function parseClickLimit(text: string): number | null {
  if (text === '') return null;
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 2_147_483_647)
    throw invalid('clickLimit', t('The click limit must be a whole number of at least 1'));
  return limit;
}

const maxClicks = 10_000_000_000;

/** Parses `1,204` or `1204`. */
function parseClicks(text: string): number {
  const clicks = Number(text.replace(/(?<=\d)[, ](?=\d{3}\b)/g, ''));
  if (!Number.isSafeInteger(clicks) || clicks < 0 || clicks > maxClicks)
    throw invalid('clicks', t('The number of clicks must be a whole number from 0'));
  return clicks;
}

/** Parses the delivery options in a Hop export. They are validated like any other input. */
function parseDeliveryColumns(delivery: Cells): DeliveryInput {
  const {
    type = '',
    redirectstatus = '',
    expiredurl,
    previewtitle,
    previewdescription,
    previewimage,
    rules,
  } = delivery;
  return {
    // Splash pages and overlays belong to their owner and are not imported. Only the type is.
    type: type === 'overlay' ? 'frame' : type,
    status: redirectstatus ? Number(redirectstatus) : null,
    expiredUrl: expiredurl,
    previewTitle: previewtitle,
    previewDescription: previewdescription,
    previewImage: previewimage,
    ...(rules && toInput(parseRuleColumns(rules))),
  };
}

/**
 * Parses rules as untrusted input, because the file may have been edited. Throws if they are not an object.
 */
function parseRuleColumns(text: string): LinkRules {
  try {
    const rules = parseJson(text);
    if (typeof rules === 'object' && rules !== null && !Array.isArray(rules)) return rules;
  } catch {
    // Handled below, like anything else that is not an object.
  }
  throw invalid('rules', t('The rules cannot be read'));
}

function toInput(rules: LinkRules): DeliveryInput {
  const { stores } = rules;
  return {
    places: listOf(rules.places).map(({ country, region, to }) => ({
      location: text(country),
      state: region === undefined ? undefined : text(region),
      link: text(to),
    })),
    devices: listOf(rules.devices).map(({ device, to }) => ({ device: text(device), link: text(to) })),
    languages: listOf(rules.languages).map(({ language, to }) => ({
      language: text(language),
      link: text(to),
    })),
    parameters: listOf(rules.parameters).map(({ name, value }) => ({ name: text(name), value: text(value) })),
    variants: listOf(rules.variants).map(({ name, weight, to }) => ({
      name: text(name),
      weight: Number(weight),
      link: text(to),
    })),
    stores: stores
      ? {
          auto: (stores.isAutomatic as unknown) === true,
          apple: text(stores.apple),
          google: text(stores.google),
        }
      : null,
    passesQuery: rules.passesQuery === true,
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function listOf<T extends object>(value: readonly T[] | undefined): Partial<Record<keyof T, unknown>>[] {
  if (value === undefined) return [];
  const given: unknown = value;
  if (!Array.isArray(given) || given.some((each) => typeof each !== 'object' || each === null))
    throw invalid('rules', t('The rules cannot be read'));
  return value.map((each) => ({ ...each }));
}
