import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Visitor } from '../../clicks/click.ts';
import type { PlaceOf } from '../../clicks/place.ts';
import type { CountryOf } from '../targeting/country.ts';
import { deviceNamesOf, type DeviceName } from './device-name.ts';
import { readLanguages } from '../targeting/language.ts';
import { isPreviewer } from './previewer.ts';
import { readUserAgent } from './user-agent.ts';
import type { Agent } from './user-agent.ts';

/** What a request says about who sends it. */
export interface Sender {
  address: string;
  userAgent: string;
  acceptLanguage: string;
}

/** A visitor with all that a link's rules may ask of them. */
export interface Follower extends Visitor {
  /** What their device is called, the most particular first. */
  devices: readonly DeviceName[];
  /** What they like to read, best first. */
  languages: readonly string[];
  /** A program that draws a card of the link where it is shared. */
  isPreviewer: boolean;
  /** A browser that a program controls. */
  isHeadless: boolean;
}

/** Knows visitors by what they send. The salt is that of the day, the same object all day long. */
type ReadVisitor = (client: Sender, salt: Buffer) => Follower;

/** Longer headers are cut: nothing that we look for comes later. */
const longest = { userAgent: 400, acceptLanguage: 100 };

/** Working a visitor out takes some 30 µs, and who follows one link often follows another: answers are kept for the day. */
export function createReadVisitor(countryOf: CountryOf, placeOf: PlaceOf = () => ({})): ReadVisitor {
  const visitors = new LRUCache<string, Follower>({ max: 10_000 });
  const agents = new LRUCache<string, Agent>({ max: 2000 });
  let today: Buffer | undefined;

  const readAgent = (text: string): Agent => {
    const known = agents.get(text);
    if (known) return known;
    const agent = readUserAgent(text);
    agents.set(text, agent);
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
    const liked = readLanguages(languages);
    const visitor: Follower = {
      hash: hashOf(salt, address, agentText),
      country: countryOf(address),
      // The client's address and the requested host: from trusted proxies, else from the connection.
      ...placeOf(address),
      language: liked[0] ?? '',
      languages: liked,
      ...agent,
      devices: deviceNamesOf(agent),
      isPreviewer: agent.isBot && isPreviewer(agentText),
    };
    visitors.set(key, visitor);
    return visitor;
  };
}

/**
 * The same for one address and browser all day, and another tomorrow. The address goes no further than this: anyone who
 * has the hash and not the salt, which is gone in two days, cannot find out whose it is.
 */
function hashOf(salt: Buffer, address: string, userAgent: string): string {
  const digest = hash('sha256', Buffer.concat([salt, Buffer.from(`${address}\n${userAgent}`)]), 'buffer');
  return digest.readBigInt64BE().toString();
}
