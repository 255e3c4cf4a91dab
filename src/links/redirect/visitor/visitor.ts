import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { copyOf } from '../../../kernel/text.ts';
import type { Visitor } from '../../clicks/click.ts';
import type { PlaceOf } from '../../clicks/place.ts';
import type { CountryOf } from '../targeting/country.ts';
import { deviceNamesOf, type DeviceName } from './device-name.ts';
import { parseLanguages, primaryLanguage } from '../targeting/language.ts';
import { isPreviewer } from './previewer.ts';
import { parseUserAgent } from './user-agent.ts';
import type { Agent } from './user-agent.ts';

/** Information about the sender of a request. */
export interface Sender {
  address: string;
  userAgent: string;
  acceptLanguage: string;
}

/** A visitor with all properties that a link's rules can use. */
export interface Follower extends Visitor {
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
type ReadVisitor = (client: Sender, salt: Buffer) => Follower;

/** Longer headers are truncated. Nothing relevant comes later. */
const longest = { userAgent: 400, acceptLanguage: 100 };

/**
 * Takes about 30 µs per visitor, so results are cached for the day: a visitor of one link often visits
 * another.
 */
export function createReadVisitor(countryOf: CountryOf, placeOf: PlaceOf = () => ({})): ReadVisitor {
  const visitors = new LRUCache<string, Follower>({ max: 10_000 });
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
    const visitor: Follower = {
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
