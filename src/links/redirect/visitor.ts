import proxyAddress from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { copyOf } from '../../kernel/text.ts';
import { createReadAddress, trustedProxies } from '../../platform/http/client.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { CountedVisitor } from '../clicks/click.ts';
import type { PlaceOf } from '../clicks/visitors.ts';
import type { CountryOf } from './targeting/country.ts';
import { parseLanguages, primaryLanguage } from './targeting/language.ts';
import { type Agent, type DeviceName, deviceNamesOf, parseUserAgent } from './user-agent.ts';

/** Information about the sender of a request. */
export interface ClientTraits {
  address: string;
  userAgent: string;
  acceptLanguage: string;
}

/** A visitor with all properties that a link's rules can use. */
export interface Visitor extends CountedVisitor {
  /** Device names, most specific first. */
  devices: readonly DeviceName[];
  /** Accepted language ranges in lower case, best first. */
  languages: readonly string[];
  /** A program that shows a link preview. */
  isPreviewer: boolean;
  /** An automated browser. */
  isHeadless: boolean;
}

/** Identifies visitors by their requests. The salt of the day must be the same object all day. */
type VisitorOf = (client: ClientTraits, salt: Buffer) => Visitor;

/** Longer headers are truncated. Nothing relevant comes later. */
const longest = { userAgent: 400, acceptLanguage: 100 };

/**
 * Takes about 30 µs per visitor, so results are cached for the day: a visitor of one link often visits
 * another.
 */
export function createVisitorOf(countryOf: CountryOf, placeOf: PlaceOf = () => ({})): VisitorOf {
  const visitors = new LRUCache<string, Visitor>({ max: 10_000 });
  const agents = new LRUCache<string, Agent>({ max: 2000 });
  let today: Buffer | undefined;

  const readAgent = (text: string): Agent => {
    const known = agents.get(text);
    if (known) return known;
    const agent = parseUserAgent(text);
    agents.set(copyOf(text), agent);
    return agent;
  };

  return ({ address, userAgent, acceptLanguage }, salt) => {
    if (salt !== today) {
      visitors.clear();
      today = salt;
    }
    const agentText = userAgent.slice(0, longest.userAgent);
    const languages = acceptLanguage.slice(0, longest.acceptLanguage);
    const key = `${address}\n${languages}\n${agentText}`;
    const known = visitors.get(key);
    if (known) return known;
    const agent = readAgent(agentText);
    const acceptedLanguages = parseLanguages(languages);
    const visitor: Visitor = {
      hash: hashOf(salt, address, agentText),
      country: countryOf(address),
      // Overrides the country, because a city database is more accurate and its region belongs to its
      // country.
      ...placeOf(address),
      language: primaryLanguage(acceptedLanguages[0]),
      languages: acceptedLanguages,
      ...agent,
      devices: deviceNamesOf(agent),
      isPreviewer: agent.isBot && isPreviewer(agentText),
    };
    visitors.set(key, visitor);
    return visitor;
  };
}

/**
 * Hashes IP address and browser, with a new result every day. The address is not used beyond this. Without
 * the salt, which is deleted after two days, the hash does not identify the visitor.
 */
function hashOf(salt: Buffer, address: string, userAgent: string): string {
  const digest = hash('sha256', Buffer.concat([salt, Buffer.from(`${address}\n${userAgent}`)]), 'buffer');
  return digest.readBigInt64BE().toString();
}

/**
 * Determines the client's IP address and the requested host: from trusted proxies, otherwise from the
 * connection.
 */
interface ReadClient {
  address(request: IncomingMessage): string;
  /** In lower case and without a port. '' for the default domain and for invalid hosts. */
  host(request: IncomingMessage): string;
}

/** Follows the rules of Fastify's `request.ip` and `request.host`, for requests that bypass Fastify. */
export function createReadClient(config: Config): ReadClient {
  const nameOf = createNameOf(config);
  const address = createReadAddress(config);
  const proxies = trustedProxies(config);
  if (!proxies) {
    return {
      address,
      host: ({ headers }) => nameOf(headers.host ?? ''),
    };
  }
  const isTrusted = proxyAddress.compile(proxies);
  return {
    address,
    host: ({ headers, socket }) => {
      const forwarded = headers['x-forwarded-host'];
      const isBelieved = forwarded && isTrusted(socket.remoteAddress ?? '', 0);
      return nameOf(isBelieved ? (String(forwarded).split(',').at(-1)?.trim() ?? '') : (headers.host ?? ''));
    },
  };
}

function createNameOf({ hopUrl }: Config): (header: string) => string {
  const own = new URL(hopUrl).hostname;
  let last = { header: '', name: '' }; // consecutive requests usually have the same host
  return (header) => {
    if (header !== last.header) {
      const name = header.toLowerCase().replace(/\.?(:\d+)?$/, '');
      last = { header, name: name === own || !/^[a-z0-9.-]{1,253}$/.test(name) ? '' : name };
    }
    return last.name;
  };
}

/** Crawlers for link previews. Excludes search engines, which need the page itself. */
const names = new RegExp(
  'facebookexternalhit|facebot|facebookcatalog|twitterbot|linkedinbot|slackbot|slack-imgproxy|discordbot|whatsapp|' +
    'telegrambot|pinterest|redditbot|skypeuripreview|microsoftpreview|vkshare|viber|mastodon|bluesky|cardyb|' +
    'embedly|iframely|snapchat|tumblr|flipboard|bitlybot|line-poker|synapse|nextcloud|zulip|mattermost|rocket\\.chat',
  'i',
);

/** Whether the User-Agent header of a bot belongs to a link preview crawler. */
export const isPreviewer = (userAgent: string): boolean => names.test(userAgent);

/**
 * Returns the host of a Referer header in lower case without `www.`, or '' if it is missing or invalid. Apps
 * count too: `android-app://com.example/` names one.
 */
export function referrerHost(referrer: string | undefined): string {
  if (!referrer) return '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(?:www\.)?([a-z0-9_.-]{1,253})(?=[:/?#]|$)/i.exec(
    referrer,
  )?.[1];
  return host?.toLowerCase() ?? '';
}
