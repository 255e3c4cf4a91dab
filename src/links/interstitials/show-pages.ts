import { randomBytes } from 'node:crypto';
import { Problem, msg } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { Redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { frameSources } from '../custom-pages/components.ts';
import { checkDestination } from '../custom-pages/input.ts';
import { pictureAddress } from '../custom-pages/pictures.ts';
import { forward } from '../forward.ts';
import { getVotes } from '../overlays/answers.ts';
import { overlayView } from '../overlays/components.ts';
import type { Overlay } from '../overlays/overlay.ts';
import { ownedOverlays } from '../overlays/overlays.ts';
import type { FollowedLink, FollowedPages, ShowFollowed } from '../redirect/followed.ts';
import { heldView } from '../safety/components.ts';
import { defaultSplashView, splashView } from '../splash/components.ts';
import { ownedSplashPages } from '../splash/splash-pages.ts';
import { append } from '../redirect/targeting/targets.ts';
import type { Consent } from './consent.ts';
import { checkFraming } from './framing.ts';
import { getPixelPart, pixelData, type PixelPart } from './pixels.ts';
import { consentBar, frameView, pixelsView } from './views.ts';

export type PageKind = 'frame' | 'splash' | 'overlay' | 'pixels';

/** State of a page that was shown, sent back by its forms in order to show or leave it again. */
export interface ShownInterstitial {
  kind: PageKind;
  followed: FollowedLink;
  /** Unique id of this page view. */
  page: string;
}

/** Prefix that keeps data sealed for other purposes from being accepted here. */
const purpose = 'shown-page:';
const validFor = hours(24);

type Keys = Pick<App, 'clock'> & { config: Pick<App['config'], 'secretKey'> };

/**
 * Seals the page state for a form field. The destination is encrypted and cannot be changed, so forms are not
 * open redirects.
 */
export function sealPage({ config, clock }: Keys, kind: PageKind, followed: FollowedLink): string {
  const content = { kind, followed, page: randomBytes(12).toString('base64url'), at: clock.now().getTime() };
  return seal(config.secretKey, purpose + JSON.stringify(content)).toString('base64url');
}

export function unsealPage({ config, clock }: Keys, text: string): ShownInterstitial {
  const content = open(config.secretKey, text);
  if (!content?.startsWith(purpose)) throw new Problem('invalid', msg('This form is not valid'));
  const { at, ...shown } = JSON.parse(content.slice(purpose.length)) as ShownInterstitial & { at: number };
  if (clock.now().getTime() - at > validFor)
    throw new Problem('gone', msg('This page has expired. Open the link again.'));
  return shown;
}

function open(key: Buffer, text: string): string | undefined {
  try {
    return unseal(key, Buffer.from(text, 'base64url'));
  } catch {
    // Any error means that it was not sealed here.
    return undefined;
  }
}

interface Shown {
  said?: 'yes' | 'no' | undefined;
  /** State of the rejected form. */
  form?: FormState;
  /** Whether the form was submitted. */
  isSent?: boolean;
}

/**
 * Shows the destination in a frame with the owner's overlay. Redirects directly if the overlay was deleted.
 */
export async function showOverlay(
  app: App,
  followed: FollowedLink,
  client: Client,
  { said, form = {}, isSent = false }: Shown = {},
): Promise<View | Redirect> {
  const to = checkDestination(followed.to);
  const { ownerId, overlayId } = followed;
  const overlay = overlayId === null ? undefined : await ownedOverlays.find(app, ownerId, overlayId);
  if (!overlay) return showPixels(app, followed, client, said);
  const [isFramed, part, votes] = await Promise.all([
    checkFraming(app, to, originOf(followed)),
    getPixelPart(app, followed, client, said),
    isSent ? votesToShow(app, overlay) : [],
  ]);
  const { picture } = overlay.content;
  const view = overlayView(withAllowedId(followed, part), overlay, {
    isFramed,
    box: {
      picture: picture && pictureAddress(app, picture),
      sealed: sealPage(app, 'overlay', followed),
      form,
      sent: isSent ? { votes } : undefined,
    },
    below: pixelsBelow(app, 'overlay', followed, part),
  });
  return withSources(view, part, isFramed ? frameSources : []);
}

const votesToShow = (app: App, { id, kind, content }: Overlay) =>
  kind === 'poll' && content.showsResults ? getVotes(app, id, content) : [];

/** @param said the visitor's choice about pixels in this request */
type ShowPage = (
  app: App,
  followed: FollowedLink,
  client: Client,
  said?: 'yes' | 'no',
) => Promise<View | Redirect>;

/** Shows the destination in a frame below a bar. Redirects if the destination does not allow framing. */
export const showFrame: ShowPage = async (app, followed, client, said) => {
  const to = checkDestination(followed.to);
  if (!(await checkFraming(app, to, originOf(followed)))) return showPixels(app, followed, client, said);
  const part = await getPixelPart(app, followed, client, said);
  const below = pixelsBelow(app, 'frame', followed, part);
  const view = frameView(withAllowedId(followed, part), below, reportAddress(app, followed));
  return withSources(view, part, frameSources);
};

/** Shows the owner's splash page, or the default one if there is none or it was deleted. */
export const showSplash: ShowPage = async (app, followed, client, said) => {
  checkDestination(followed.to);
  const { ownerId, splashId } = followed;
  const own = splashId === null ? undefined : await ownedSplashPages.find(app, ownerId, splashId);
  const part = await getPixelPart(app, followed, client, said);
  const report = html`<p class="way-report">
    <a href="${reportAddress(app, followed)}">Report this link</a>
  </p>`;
  const below = html`${pixelsBelow(app, 'splash', followed, part)} ${report}`;
  const allowed = withAllowedId(followed, part);
  if (!own) return withSources(defaultSplashView(allowed, below), part);
  const { banner, avatar } = own.content;
  const pictures = {
    banner: banner && pictureAddress(app, banner),
    avatar: avatar && pictureAddress(app, avatar),
  };
  return withSources(splashView(own.content, pictures, allowed.to, below), part);
};

/**
 * Asks for consent, or fires the pixels and passes the click's id on. Redirects if there is nothing to ask and
 * nothing to fire.
 */
export const showPixels: ShowPage = async (app, followed, client, said) => {
  const to = checkDestination(followed.to);
  const part = await getPixelPart(app, followed, client, said);
  if (part.consent === 'none') return forward(to, 302, followed);
  const allowed = withAllowedId(followed, part, ['fire', 'notice']);
  if (part.consent === 'fire' && part.providers.length === 0) return forward(allowed.to, 302, followed);
  return pixelsView(allowed, part, sealPage(app, 'pixels', followed));
};

/** The name of the parameter and of the cookie with the id of a click. */
const clickIdParameter = 'hop_id';

/**
 * Adds the id of the click to the destination if the visitor's consent allows it. Pages that load or offer the
 * destination at once do so without a notice to refuse.
 */
const withAllowedId = (
  followed: FollowedLink,
  { consent }: Pick<PixelPart, 'consent'>,
  allowed: readonly Consent[] = ['fire'],
): FollowedLink =>
  followed.clickId !== undefined && allowed.includes(consent)
    ? { ...followed, to: append(followed.to, [{ name: clickIdParameter, value: followed.clickId }]) }
    : followed;

/** Returns the origin of a link's pages: a branded domain or the default domain. */
const originOf = ({ shortAddress }: Pick<FollowedLink, 'shortAddress'>): string =>
  new URL(shortAddress).origin;

/** URL of the form for reporting the link. */
const reportAddress = ({ config }: App, { shortAddress }: FollowedLink): string =>
  `${config.hopUrl}/report?link=${encodeURIComponent(shortAddress)}`;

/** Returns what a link's pixels add below a page. */
function pixelsBelow(app: App, kind: PageKind, followed: FollowedLink, part: PixelPart): Html {
  if (part.consent === 'none') return html``;
  return html`${consentBar(part, sealPage(app, kind, followed))} ${pixelData(followed, part)}`;
}

/** Adds the sources that the pixels and the frame need to the view's policy. */
function withSources(view: View, part: PixelPart, frames: readonly string[] = []): View {
  const frame = [...(part.sources['frame-src'] ?? []), ...frames];
  return {
    ...view,
    scripts: [...(view.scripts ?? []), ...part.scripts],
    policy: { sources: { ...part.sources, ...(frame.length > 0 && { 'frame-src': frame }) } },
  };
}

/** The page that warns visitors of a held link. */
export const showHeld: ShowFollowed = ({ config }, { shortAddress, to, heldFor }) =>
  Promise.resolve(heldView({ hopUrl: config.hopUrl, shortAddress, to, heldFor: heldFor ?? '' }));

/** The interstitial pages by link type. */
export const interstitials: Pick<FollowedPages, 'frame' | 'splash' | 'overlay' | 'pixels'> = {
  frame: (app, followed, client) => showFrame(app, followed, client),
  splash: (app, followed, client) => showSplash(app, followed, client),
  overlay: (app, followed, client) => showOverlay(app, followed, client),
  pixels: (app, followed, client) => showPixels(app, followed, client),
};
