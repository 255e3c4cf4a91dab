import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { networksOf } from '../wire/payment-header.ts';
import type { SignedMessage } from '../wire/sign-in-with-x.ts';
import { type CallInput, inputText, type QuotingApp } from './offers.ts';

/** What people read in their wallet. */
const statement = 'Read again what you have bought here. This does not pay for anything.';
/** Time to sign. */
const lifetime = minutes(5);

/**
 * A nonce for one call, of letters and digits: random, its expiry, and a MAC of both and the call. Its length is a multiple
 * of three, as that of a memo.
 */
export function createSignInNonce(config: App['config'], sent: CallInput, now: Date): string {
  const open = `${randomBytes(6).toString('hex')}${Math.floor((now.getTime() + lifetime) / 1000)
    .toString(36)
    .padStart(9, '0')}`;
  return `${open}${mac(config, sent, open)}`;
}

const mac = ({ secretKey }: App['config'], sent: CallInput, open: string): string =>
  createHmac('sha256', secretKey)
    .update(`sign-in of paid calls|${open}|${inputText(sent, 0n)}`)
    .digest('hex')
    .slice(0, 24);

function isOurNonce(config: App['config'], sent: CallInput, nonce: string, now: Date): boolean {
  const [, open = '', expiry = '', sentMac = ''] =
    /^([0-9a-f]{12}([0-9a-z]{9}))([0-9a-f]{24})$/.exec(nonce) ?? [];
  return (
    open !== '' &&
    sameSecret(sentMac, mac(config, sent, open)) &&
    parseInt(expiry, 36) * 1000 >= now.getTime()
  );
}

/** The extension of a quote by which a buyer reads again what they have bought, instead of paying again. */
export function signInExtension({ config }: QuotingApp, url: string, nonce: string, now: Date) {
  return {
    info: {
      ...{ domain: new URL(config.plazaUrl).host, uri: url, version: '1', statement, nonce },
      issuedAt: now.toISOString(),
      resources: [url],
    },
    supportedChains: networksOf(config).map(({ kind, id }) => ({
      chainId: id,
      type: kind === 'base' ? 'eip191' : 'ed25519',
    })),
    schema: { type: 'object' },
  };
}

/** Whether a message answers the extension of a quote for this call, in time. */
export function isForUs(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  sent: CallInput,
  path: string,
  message: SignedMessage,
): boolean {
  const now = clock.now();
  const isNow = (text: string | undefined, isFuture: boolean) =>
    text === undefined || (isFuture ? Date.parse(text) > now.getTime() : Date.parse(text) <= now.getTime());
  return (
    message.domain === new URL(config.plazaUrl).host &&
    message.uri === config.plazaUrl + path &&
    message.version === '1' &&
    message.statement === statement &&
    networksOf(config).some(({ id }) => id === message.chainId) &&
    isOurNonce(config, sent, message.nonce, now) &&
    isNow(message.issuedAt, false) &&
    isNow(message.expirationTime, true) &&
    isNow(message.notBefore, false)
  );
}
