import type { App } from '../../platform/app.ts';
import { attributes, html, nothing, type Html } from '../../web/html.ts';
import type { PolicyExtras } from '../../web/view.ts';
import type { Client } from '../../platform/http/caller.ts';
import { getConsent } from '../pixels/pixels.ts';
import { providerKeys, type ProviderKey } from '../pixels/providers.ts';
import type { FollowedLink, FollowedPixel } from '../redirect/followed.ts';
import { decideConsent, type Consent } from './decide-consent.ts';
import { pixelOrigins, pixelPictures } from './pixel-origins.ts';
import { rememberedConsent } from './remembered-consent.ts';

/** Additions of a link's pixels to an interstitial page. */
export interface PixelPart {
  consent: Consent;
  /** Whether the visitor has given consent, now or before. */
  isAllowed: boolean;
  /** Unique providers. */
  providers: readonly ProviderKey[];
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
  if (pixels.length === 0) return nothingToFire;
  const { mode, privacyAddress } = await getConsent(app, followed.ownerId);
  const remembered = said ?? rememberedConsent(client, followed.ownerId);
  const consent = decideConsent({
    pixels: pixels.length,
    mode,
    refusesTracking: client.refusesTracking,
    remembered,
  });
  if (consent === 'none') return nothingToFire;
  return {
    consent,
    isAllowed: remembered === 'yes',
    providers,
    privacyAddress,
    sources: sourcesOf(providers),
    scripts: ['interstitials/pixels.ts'],
  };
}

const nothingToFire: PixelPart = {
  consent: 'none',
  isAllowed: false,
  providers: [],
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
