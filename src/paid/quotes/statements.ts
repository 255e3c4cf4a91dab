import { sign } from 'node:crypto';
import { canonical } from '../../kernel/json.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type DerivedKey, derivedKey } from '../derived-key.ts';
import type { Offer } from './offers.ts';

// Signed statements of x402 (`offer-receipt`): what a call costs, before it is paid, and that it was delivered. Buyers can
// show them to others, who find the key by the name of this site (did:web).

/** Their name among the extensions of x402. */
export const offerReceipt = 'offer-receipt';

const keys = new WeakMap<Config, DerivedKey>();

function keyOf(config: Config): DerivedKey {
  const known = keys.get(config) ?? derivedKey(config, 'offers and receipts of paid calls');
  keys.set(config, known);
  return known;
}

/** The site as a decentralized identifier. A port is escaped. */
const didOf = ({ plazaUrl }: Pick<Config, 'plazaUrl'>): string =>
  `did:web:${encodeURIComponent(new URL(plazaUrl).host)}`;

/** A JWS in compact form over canonical JSON. Synchronous: Ed25519 takes less time than a hop between threads. */
function statement(config: Config, payload: object): { format: 'jws'; signature: string } {
  const { secret, published } = keyOf(config);
  const header = { alg: 'EdDSA', kid: `${didOf(config)}#${published.kid}` };
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const signed = `${encode(JSON.stringify(header))}.${encode(canonical(payload))}`;
  const signature = sign(null, Buffer.from(signed), secret).toString('base64url');
  return { format: 'jws', signature: `${signed}.${signature}` };
}

/** Signs each offer of a quote until a time. The quote itself is not signed: it changes with each request. */
export const signedOffers = (
  { config }: Pick<App, 'config'>,
  resourceUrl: string,
  offers: readonly Offer[],
  validUntil: Date,
) =>
  offers.map(({ scheme, network, asset, payTo, amount }, acceptIndex) => ({
    ...statement(config, {
      ...{ version: 1, resourceUrl, scheme, network, asset, payTo, amount },
      validUntil: Math.floor(validUntil.getTime() / 1000),
    }),
    acceptIndex,
  }));

/** The proof of a delivered call. Without the transaction, which would tell whoever sees it what else the payer did. */
export const signedReceipt = (
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { resourceUrl, network, payer }: { resourceUrl: string; network: string; payer: string },
) =>
  statement(config, {
    ...{ version: 1, network, resourceUrl, payer },
    issuedAt: Math.floor(clock.now().getTime() / 1000),
  });

/** The document in which others find the key. */
export function keyDocument(config: Config): object {
  const id = didOf(config);
  const { kid, ...jwk } = keyOf(config).published;
  const method = {
    ...{ id: `${id}#${kid}`, type: 'JsonWebKey2020', controller: id },
    publicKeyJwk: { ...jwk, kid, alg: 'EdDSA', use: 'sig' },
  };
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    ...{ id, verificationMethod: [method], assertionMethod: [method.id] },
  };
}
