import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import { attributes, html, type Html, nothing, type PolicyExtras } from '../../web/html.ts';
import { nameOfDestination } from '../custom-pages/input.ts';
import { getConsent } from '../pixels/pixels.ts';
import { type ProviderKey, providerKeys, providers as providerNames } from '../pixels/providers.ts';
import type { FollowedLink, FollowedPixel } from '../redirect/followed.ts';
import { type Consent, decideConsent, rememberedConsent } from './consent.ts';

/** Additions of a link's pixels to an interstitial page. */
export interface PixelPart {
  consent: Consent;
  /** Whether the visitor has given consent, now or before. */
  isAllowed: boolean;
  /** Unique providers. */
  providers: readonly ProviderKey[];
  /** Who is told about the visit: the providers, and the destination if it gets the click's id. */
  recipients: readonly string[];
  privacyAddress: string | null;
  sources: NonNullable<PolicyExtras['sources']>;
  scripts: readonly string[];
}

type Known = FollowedPixel & { type: ProviderKey };

const knownPixels = ({ pixels }: Pick<FollowedLink, 'pixels'>): Known[] =>
  pixels.filter((pixel): pixel is Known => providerKeys.some((key) => key === pixel.type));

/** @param said the visitor's choice in this request */
export async function getPixelPart(
  app: App,
  followed: FollowedLink,
  client: Client,
  said?: 'yes' | 'no',
): Promise<PixelPart> {
  const pixels = knownPixels(followed);
  const providers = [...new Set(pixels.map(({ type }) => type))];
  const count = pixels.length + (followed.clickId === undefined ? 0 : 1);
  if (count === 0) return nothingToFire;
  const { mode, privacyAddress } = await getConsent(app, followed.ownerId);
  const remembered = said ?? rememberedConsent(client, followed.ownerId);
  const consent = decideConsent({
    pixels: count,
    mode,
    refusesTracking: client.refusesTracking,
    remembered,
  });
  if (consent === 'none') return nothingToFire;
  return {
    consent,
    isAllowed: remembered === 'yes',
    providers,
    recipients: [
      ...providers.map((key) => providerNames[key].name),
      ...(followed.clickId === undefined ? [] : [nameOfDestination(followed.to)]),
    ],
    privacyAddress,
    sources: sourcesOf(providers),
    scripts: ['interstitials/pixels.ts'],
  };
}

const nothingToFire: PixelPart = {
  consent: 'none',
  isAllowed: false,
  providers: [],
  recipients: [],
  privacyAddress: null,
  sources: {},
  scripts: [],
};

function sourcesOf(providers: readonly ProviderKey[]): PixelPart['sources'] {
  const all = (kind: 'script' | 'connect' | 'frame') => [
    ...new Set(providers.flatMap((key) => pixelOrigins[key][kind] ?? [])),
  ];
  const frame = all('frame');
  return {
    'script-src': all('script'),
    'connect-src': all('connect'),
    ...(frame.length > 0 && { 'frame-src': frame }),
  };
}

/** Data for the script that fires the pixels. `then` on: leaves the page afterwards. */
export function pixelData(followed: FollowedLink, { consent, isAllowed }: PixelPart, then?: 'on'): Html {
  if (consent === 'none') return nothing;
  const pixels = knownPixels(followed);
  const when = { fire: 'now', notice: 'notice', ask: 'asked', none: undefined }[consent];
  return html`<div
      hidden
      ${attributes({ 'data-pixels': JSON.stringify(pixels), 'data-when': when, 'data-then': then })}
    ></div>
    ${isAllowed && html`<noscript>${pixels.flatMap(pictures)}</noscript>`}`;
}

const pictures = ({ type, tag }: Known): Html[] =>
  (pixelPictures[type]?.(tag) ?? []).map(
    (address) => html`<img src="${address}" width="1" height="1" alt="" hidden />`,
  );

/** Origins of a provider's script and its requests. */
interface Origins {
  script: readonly string[];
  connect: readonly string[];
  /** Frames that the script opens. */
  frame?: readonly string[];
}

const google: Origins = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://stats.g.doubleclick.net',
  ],
};

/** Origins that the content security policy allows while a provider's pixels are used. */
export const pixelOrigins: Readonly<Record<ProviderKey, Origins>> = {
  gtmpixel: { ...google, script: [...google.script, 'https://www.google-analytics.com'] },
  gapixel: google,
  fbpixel: {
    script: ['https://connect.facebook.net'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  },
  adwordspixel: {
    script: [
      ...google.script,
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://www.google.com',
    ],
    connect: [
      ...google.connect,
      'https://www.googleadservices.com',
      'https://googleads.g.doubleclick.net',
      'https://www.google.com',
    ],
    frame: ['https://td.doubleclick.net'],
  },
  linkedinpixel: {
    script: ['https://snap.licdn.com'],
    connect: ['https://px.ads.linkedin.com', 'https://snap.licdn.com'],
  },
  twitterpixel: {
    script: ['https://static.ads-twitter.com'],
    connect: ['https://analytics.twitter.com', 'https://t.co', 'https://ads-api.twitter.com'],
  },
  adrollpixel: {
    script: ['https://s.adroll.com', 'https://d.adroll.com'],
    connect: ['https://s.adroll.com', 'https://d.adroll.com'],
  },
  quorapixel: { script: ['https://a.quora.com'], connect: ['https://q.quora.com', 'https://a.quora.com'] },
  pinterest: { script: ['https://s.pinimg.com'], connect: ['https://ct.pinterest.com'] },
  bing: { script: ['https://bat.bing.com'], connect: ['https://bat.bing.com'] },
  snapchat: {
    script: ['https://sc-static.net', 'https://tr.snapchat.com'],
    connect: ['https://tr.snapchat.com', 'https://tr6.snapchat.com'],
    frame: ['https://tr.snapchat.com'],
  },
  reddit: {
    script: ['https://www.redditstatic.com'],
    connect: ['https://www.redditstatic.com', 'https://pixel-config.reddit.com', 'https://alb.reddit.com'],
  },
  tiktok: { script: ['https://analytics.tiktok.com'], connect: ['https://analytics.tiktok.com'] },
};

/**
 * Image pixels for browsers without scripts. Other providers have none, or one in a frame, which would load
 * more than an image.
 */
const pixelPictures: Partial<Readonly<Record<ProviderKey, (tag: string) => string[]>>> = {
  fbpixel: (tag) => [`https://www.facebook.com/tr?id=${tag}&ev=PageView&noscript=1`],
  adwordspixel: (tag) => [adsPicture(tag)],
  linkedinpixel: (tag) => [`https://px.ads.linkedin.com/collect/?pid=${tag}&fmt=gif`],
  twitterpixel: (tag) =>
    ['https://analytics.twitter.com', 'https://t.co'].map(
      (origin) => `${origin}/i/adsct?txn_id=${tag}&p_id=Twitter&tw_sale_amount=0&tw_order_quantity=0`,
    ),
  quorapixel: (tag) => [`https://q.quora.com/_/ad/${tag}/pixel?tag=ViewContent&noscript=1`],
  pinterest: (tag) => [`https://ct.pinterest.com/v3/?event=init&tid=${tag}&noscript=1`],
  bing: (tag) => [`https://bat.bing.com/action/0?ti=${tag}&Ver=2`],
};

function adsPicture(tag: string): string {
  const [id = '', label] = tag.replace(/^AW-/, '').split('/');
  return label === undefined
    ? `https://googleads.g.doubleclick.net/pagead/viewthroughconversion/${id}/?guid=ON&script=0`
    : `https://www.googleadservices.com/pagead/conversion/${id}/?label=${label}&guid=ON&script=0`;
}
