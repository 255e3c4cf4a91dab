import { feePayerOf, knownFeePayer } from '../settlement/fee-payer.ts';
import { type PaidOperation, highestOf, type Amount } from '../operation.ts';
import { toHeader } from '../wire/payment-header.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import { signInWithX } from '../wire/sign-in-with-x.ts';
import { extensionsOf, outputSchemaOf } from './discovery.ts';
import { signInExtension } from './sign-in.ts';
import { offerReceipt, signedOffers } from './statements.ts';
import { type CallInput, memoLength, type Offer, offersFor, type QuotingApp } from './offers.ts';

type Method = CallInput['method'];

/** The reason for a 402: a code and a sentence. */
export interface Refusal {
  code: string;
  message: string;
}

/** A quote in both versions: version 2 uses the header, version 1 the body. Both are ASCII. */
export interface PaymentRequired {
  header: string;
  body: string;
}

interface Quote {
  operation: PaidOperation;
  method: Method;
  amount: Amount;
  memo: string;
  /** For `sign-in-with-x`. Undefined if quotes do not have it. */
  nonce: string | undefined;
  refusal: Refusal;
}

/**
 * Returns a quote. Quotes of the same call at the same price differ only in their memo and nonce, so a cached template
 * serves all but the first.
 */
export function paymentRequired(
  app: QuotingApp,
  { memo, nonce, ...quote }: Quote,
): PaymentRequired | Promise<PaymentRequired> {
  const fill = ({ header, afterNonce, body }: Template) => ({
    header: header.join(btoa(memo)) + (afterNonce === undefined ? '' : btoa(nonce ?? '') + afterNonce),
    body: body.join(memo),
  });
  const feePayer = knownFeePayer(app);
  const known = feePayer === undefined ? undefined : findTemplate(app, quote, feePayer);
  return known ? fill(known) : addTemplate(app, quote).then(fill);
}

/** Both texts, split at the position of the memo. Those of the header are in base64. */
interface Template {
  header: string[];
  /** What follows the nonce, which is behind the last memo. */
  afterNonce: string | undefined;
  body: string[];
}

/** Placeholder for the memo. */
const memoPlaceholder = '{memo}';
const noncePlaceholder = '{nonce}';
const templates = new WeakMap<PaidOperation, Written[]>();
/** Maximum templates per operation: prices times reasons. The oldest are evicted first. */
const maxTemplates = 100;

type Wanted = Omit<Quote, 'memo' | 'nonce'>;

interface Written extends Omit<Wanted, 'operation'> {
  /** Signed offers are valid for a while. In milliseconds. */
  until: number;
  config: QuotingApp['config'];
  feePayer: string;
  template: Template;
}

/** Compares the fields, which is cheaper than building a cache key. */
const findTemplate = (
  { config, clock }: QuotingApp,
  { operation, method, amount, refusal }: Wanted,
  feePayer: string,
): Template | undefined =>
  templates
    .get(operation)
    ?.find(
      (written) =>
        written.method === method &&
        written.amount === amount &&
        written.refusal.code === refusal.code &&
        written.refusal.message === refusal.message &&
        written.feePayer === feePayer &&
        written.config === config &&
        (written.until === Infinity || written.until > clock.now().getTime()),
    )?.template;

async function addTemplate(app: QuotingApp, quote: Wanted): Promise<Template> {
  const feePayer = await feePayerOf(app);
  const known = findTemplate(app, quote, feePayer);
  if (known) return known;
  const template = await writeTemplate(app, quote);
  const { operation, method, amount, refusal } = quote;
  const written = templates.get(operation) ?? [];
  const until = app.config.X402_EXTENDED_QUOTES ? app.clock.now().getTime() + signedFor : Infinity;
  if (written.push({ config: app.config, method, amount, refusal, feePayer, template, until }) > maxTemplates)
    written.shift();
  templates.set(operation, written);
  return template;
}

/** How long signed offers are sent again, in milliseconds. */
const signedFor = minutes(1);

async function writeTemplate(
  app: QuotingApp,
  { operation, method, amount, refusal }: Wanted,
): Promise<Template> {
  const offers = await offersFor(app, amount, memoPlaceholder);
  const { resource, outputSchema, ...described } = await describedBy(app, operation, method);
  const accepts = offers.map(({ offer }) => offer);
  const extensions = { ...described.extensions, ...extendedBy(app, resource.url, accepts) };
  const header = JSON.stringify({ x402Version: 2, error: refusal.code, resource, accepts, extensions });
  const body = JSON.stringify({
    x402Version: 1,
    error: refusal.code,
    message: refusal.message,
    accepts: offers.map(({ network, offer }) => ({
      ...toVersion1(offer, network.name),
      resource: resource.url,
      description: resource.description,
      mimeType: resource.mimeType,
      outputSchema,
    })),
  });
  const parts = header.split(placeholders).map(toBase64);
  return {
    afterNonce: header.includes(noncePlaceholder) ? parts.pop() : undefined,
    header: parts,
    body: body.replaceAll(beyondAscii, escape).split(memoPlaceholder),
  };
}

const placeholders = /\{memo\}|\{nonce\}/;

/** What quotes have besides, if the operator has chosen longer ones. */
function extendedBy(app: QuotingApp, url: string, offers: readonly Offer[]): object {
  const { X402_EXTENDED_QUOTES: isExtended, X402_QUOTE_SECONDS: quoted } = app.config;
  if (!isExtended) return {};
  const now = app.clock.now();
  const validUntil = new Date(now.getTime() + signedFor + seconds(quoted));
  return {
    [offerReceipt]: {
      info: { offers: signedOffers(app, url, offers, validUntil) },
      schema: { type: 'object' },
    },
    // Last, because its nonce is.
    [signInWithX]: signInExtension(app, url, noncePlaceholder, now),
  };
}

/**
 * A part before a memo or a nonce ends with the opening quote of its string. Spaces before that pad it to whole groups
 * of three bytes.
 */
function toBase64(part: string, index: number, parts: readonly string[]): string {
  if (index === parts.length - 1) return Buffer.from(part).toString('base64');
  const missing = (3 - (Buffer.byteLength(part) % 3)) % 3;
  return Buffer.from(`${part.slice(0, -1)}${' '.repeat(missing)}"`).toString('base64');
}

const beyondAscii = /[\u0080-\uffff]/g;
const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Converts an offer to version 1, without the fields shared by all offers. */
export const toVersion1 = ({ amount, ...offer }: Offer, network: string) => ({
  ...offer,
  network,
  maxAmountRequired: amount,
});

interface Described {
  resource: {
    url: string;
    description: string;
    mimeType: string;
    serviceName: string;
    tags: string[];
    iconUrl: string;
  };
  extensions: object;
  outputSchema: object;
}

const described = new WeakMap<PaidOperation, Map<string, Described>>();

/** Returns the constant description of an operation in quotes, cached. */
async function describedBy(app: QuotingApp, operation: PaidOperation, method: Method): Promise<Described> {
  const url = app.config.plazaUrl + operation.path;
  const key = `${method} ${url}`;
  const known = described.get(operation)?.get(key);
  if (known) return known;
  const resource = {
    ...{ url, description: operation.summary, mimeType: 'application/json' },
    serviceName: new URL(url).host.slice(0, 32),
    tags: [operation.tag.slice(0, 32)],
    iconUrl: `${app.config.plazaUrl}/apple-touch-icon.png`,
  };
  const offers = await offersFor(app, highestOf(operation.price, app.config), 'm'.repeat(memoLength + 2));
  const accepts = offers.map(({ offer }) => offer);
  const rest = { x402Version: 2, error: 'e'.repeat(longestCode), resource, accepts };
  const created = {
    resource,
    extensions: extensionsOf(
      operation,
      method,
      (extensions) => toHeader({ ...rest, extensions }).length <= longestHeader,
    ),
    outputSchema: outputSchemaOf(operation, method),
  };
  described.set(operation, (described.get(operation) ?? new Map<string, Described>()).set(key, created));
  return created;
}

const longestHeader = 3000;
const longestCode = 64;
