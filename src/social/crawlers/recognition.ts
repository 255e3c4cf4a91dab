import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../../platform/app.ts';
import { type Crawler, knownCrawlers } from './crawlers.ts';
import { verifySigner } from './signatures.ts';

/** A program that reads pages, by the name it gives itself or by the address that signed its request. */
export interface RecognizedCrawler extends Pick<Crawler, 'agent' | 'purpose'> {
  /** The host that signed the request, which nobody else can do. Undefined: nobody did. */
  signer: string | undefined;
}

/** Longer ones are of no crawler. */
const longestUserAgent = 512;

const names = new RegExp(
  String.raw`(?<![\w-])(?:${knownCrawlers.map(({ agent }) => agent).join('|')})(?![\w-])`,
  'i',
);
const byName = new Map(knownCrawlers.map((crawler) => [crawler.agent.toLowerCase(), crawler]));

/** The crawler that a User-Agent names. */
export function namedCrawler({ 'user-agent': userAgent = '' }: IncomingHttpHeaders): Crawler | undefined {
  if (userAgent.length > longestUserAgent) return undefined;
  const [name] = names.exec(userAgent) ?? [];
  return name === undefined ? undefined : byName.get(name.toLowerCase());
}

/** Whether somebody claims to have signed the request. */
export const isSigned = (headers: IncomingHttpHeaders): boolean => headers['signature-agent'] !== undefined;

/** Whether the headers are of a crawler or of an agent that signs. Costs little, for every request of a page. */
export const seemsCrawler = (headers: IncomingHttpHeaders): boolean =>
  isSigned(headers) || namedCrawler(headers) !== undefined;

/** Returns who sent a request for a page, if it is a program that says so. */
export async function recognizeCrawler(
  app: App,
  request: { method: string; url: string; headers: IncomingHttpHeaders },
): Promise<RecognizedCrawler | undefined> {
  const signer = await verifySigner(app, request);
  const named = namedCrawler(request.headers);
  if (named) return { agent: named.agent, purpose: named.purpose, signer };
  return signer === undefined ? undefined : { agent: signer, purpose: 'agents', signer };
}
