import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../../platform/app.ts';
import { type Crawler, knownCrawlers } from './crawlers.ts';
import type { ComponentDescriptor, Verifier } from 'http-message-sig';
import { LRUCache } from 'lru-cache';
import { isRecord, parseJson } from '../../kernel/json.ts';
import { hours, minutes, seconds } from '../../kernel/time.ts';

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

/**
 * Web Bot Auth: a program signs its requests (RFC 9421) with a key that it publishes at the address in
 * `Signature-Agent`. Nobody can take its name: https://datatracker.ietf.org/wg/webbotauth/.
 */
const tag = 'web-bot-auth';
const directoryPath = '/.well-known/http-message-signatures-directory';

/** Longer headers are of no known program. They are parsed by code that reads them character by character. */
const longestHeader = 2048;
/** How long a signature may be valid, in seconds. */
const longestLife = 24 * 60 * 60;
/** Differences between clocks, in seconds. */
const skew = 30;

/**
 * Returns the host that signed a request, or undefined if none did. A signature is worth nothing if it does not cover
 * our host and the name of the signer, is older than a day, or was made with a key that the signer does not publish.
 */
async function verifySigner(
  app: App,
  { method, url, headers }: { method: string; url: string; headers: IncomingHttpHeaders },
): Promise<string | undefined> {
  const agent = signatureAgent(headers['signature-agent']);
  const [signature, input] = [headers.signature, headers['signature-input']];
  if (!agent || typeof signature !== 'string' || typeof input !== 'string') return undefined;
  if (signature.length > longestHeader || input.length > longestHeader) return undefined;
  const { component, verifySignature } = await import('http-message-sig');
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const named: ComponentDescriptor = component('signature-agent', agent.key === '' ? {} : { key: agent.key });
  const fields = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each) => ({ name, value: each })),
  );
  try {
    await verifySignature(
      { kind: 'request', method, targetUri: app.config.plazaUrl + url, fields },
      {
        ...(agent.key !== '' && { label: agent.key }),
        policy: {
          algorithms: ['ed25519'],
          requiredComponents: ['@authority', named],
          requiredParameters: ['created', 'expires', 'keyid', 'tag'],
          maxAge: longestLife,
          clockSkew: skew,
          now,
          validate: ({ parameters }) => parameters.tag === tag,
        },
        resolveVerifier: async ({ parameters: { keyid = '', tag: given } }) => {
          if (given !== tag) throw new Error('not a signature of a program');
          const keys = await keysOf(app, agent.origin);
          const key = keys.get(keyid);
          if (!key) throw new Error('unknown key');
          return key;
        },
      },
    );
    return agent.host;
  } catch {
    return undefined;
  }
}

interface SignatureAgent {
  /** The member of the header that is signed, if it is a dictionary, as in current drafts. Empty for a single string. */
  key: string;
  origin: string;
  host: string;
}

/** `"https://bot.example"`, or `sig1="https://bot.example"`. */
const agentHeader = /^(?:([a-z*][a-z0-9_.*-]{0,63})=)?"(https?:\/\/[\w.:-]{1,253})\/?"$/;

function signatureAgent(header: string | string[] | undefined): SignatureAgent | undefined {
  const [, key = '', address = ''] = typeof header === 'string' ? (agentHeader.exec(header) ?? []) : [];
  const url = URL.parse(address);
  // Without TLS only on this machine, which the guarded port refuses unless the operator allows it.
  if (!url || (url.protocol !== 'https:' && !/^(localhost|127\.[\d.]+)$/.test(url.hostname)))
    return undefined;
  return { key, origin: url.origin, host: url.host };
}

type Keys = ReadonlyMap<string, Verifier>;

/** Keys of signers, by their origin. */
const directories = new WeakMap<App['outbound'], LRUCache<string, { keys: Promise<Keys>; until: number }>>();
const maxSigners = 500;
const life = hours(1);
/** How long a signer without keys is not asked again. */
const lifeOfNone = minutes(10);

/** Directories of new signers are fetched at most this often by one process, because anybody can name one. */
const fetching = { name: 'crawlers:directories', calls: 60, within: minutes(1), local: true };

function keysOf(app: App, origin: string): Promise<Keys> {
  let known = directories.get(app.outbound);
  if (!known) {
    known = new LRUCache({ maxSize: maxSigners, sizeCalculation: () => 1 });
    directories.set(app.outbound, known);
  }
  const now = performance.now();
  const found = known.get(origin);
  if (found && found.until > now) return found.keys;
  if (app.limits.consumeHere(fetching, 'all').exceeded) return Promise.resolve(new Map());
  const entry = { keys: fetchKeys(app, origin), until: now + life };
  known.set(origin, entry);
  entry.keys = entry.keys.catch(() => {
    entry.until = performance.now() + lifeOfNone;
    return new Map();
  });
  return entry.keys;
}

/** A request of a page waits for this at most, once an hour for each signer. */
const within = seconds(2);
const maxKeys = 20;

/** Reads the Ed25519 keys of a directory by their thumbprints (RFC 7638), which signatures name. */
async function fetchKeys(app: App, origin: string): Promise<Keys> {
  const { status, body } = await app.outbound.fetch(origin + directoryPath, {
    headers: { accept: 'application/http-message-signatures-directory+json, application/json' },
    within,
    max: 64 * 1024,
    hops: 0,
  });
  if (status !== 200) throw new Error(`the directory answered ${status}`);
  const directory = parseJson(body.toString('utf8'));
  const listed = isRecord(directory) && Array.isArray(directory.keys) ? directory.keys.slice(0, maxKeys) : [];
  const [{ webcrypto: verifiers }, { calculateJwkThumbprint }] = await Promise.all([
    import('http-message-sig'),
    import('jose'),
  ]);
  const keys = new Map<string, Verifier>();
  for (const key of listed) {
    if (!isRecord(key) || key.kty !== 'OKP' || key.crv !== 'Ed25519' || typeof key.x !== 'string') continue;
    const jwk = { kty: key.kty, crv: key.crv, x: key.x };
    try {
      const imported = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
      keys.set(await calculateJwkThumbprint(jwk), verifiers.verifier(imported));
    } catch {
      // One malformed key does not take away the others.
    }
  }
  return keys;
}
