import type { App } from '../../platform/app.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { Client } from '../../platform/http/caller.ts';
import { redirect, type Redirect } from '../../platform/http/endpoint.ts';
import { ownedSplashPages } from '../splash/splash-pages.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { checkDestination } from '../custom-pages/input.ts';
import { checkFraming } from './check-framing.ts';
import { pictureAddress } from '../custom-pages/pictures.ts';
import { pixelData, getPixelPart, type PixelPart } from './pixel-part.ts';
import { sealPage, type PageKind } from './sealed-page.ts';
import { consentBar } from './views/consent.ts';
import { frameSources } from '../custom-pages/components.ts';
import { frameView } from './views/frame-view.ts';
import { pixelsView } from './views/pixels-view.ts';
import { defaultSplashView, splashView } from '../splash/components.ts';

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
  const view = frameView(followed, pixelsBelow(app, 'frame', followed, part), reportAddress(app, followed));
  return withSources(view, part, frameSources);
};

/** Shows the owner's splash page, or the default one if there is none or it was deleted. */
export const showSplash: ShowPage = async (app, followed, client, said) => {
  const to = checkDestination(followed.to);
  const { ownerId, splashId } = followed;
  const own = splashId === null ? undefined : await ownedSplashPages.find(app, ownerId, splashId);
  const part = await getPixelPart(app, followed, client, said);
  const report = html`<p class="way-report">
    <a href="${reportAddress(app, followed)}">Report this link</a>
  </p>`;
  const below = html`${pixelsBelow(app, 'splash', followed, part)} ${report}`;
  if (!own) return withSources(defaultSplashView(followed, below), part);
  const { banner, avatar } = own.content;
  const pictures = {
    banner: banner && pictureAddress(app, banner),
    avatar: avatar && pictureAddress(app, avatar),
  };
  return withSources(splashView(own.content, pictures, to, below), part);
};

/** Asks for pixel consent or fires the pixels. Redirects if no pixels may be fired. */
export const showPixels: ShowPage = async (app, followed, client, said) => {
  const to = checkDestination(followed.to);
  const part = await getPixelPart(app, followed, client, said);
  if (part.consent === 'none') return redirect(to);
  return pixelsView(followed, part, sealPage(app, 'pixels', followed));
};

/** Returns the origin of a link's pages: a branded domain or the default domain. */
export const originOf = ({ shortAddress }: Pick<FollowedLink, 'shortAddress'>): string =>
  new URL(shortAddress).origin;

/** URL of the form for reporting the link. */
const reportAddress = ({ config }: App, { shortAddress }: FollowedLink): string =>
  `${config.hopUrl}/report?link=${encodeURIComponent(shortAddress)}`;

/** Returns what a link's pixels add below a page. */
export function pixelsBelow(app: App, kind: PageKind, followed: FollowedLink, part: PixelPart): Html {
  if (part.consent === 'none') return html``;
  return html`${consentBar(part, sealPage(app, kind, followed))} ${pixelData(followed, part)}`;
}

/** Adds the sources that the pixels and the frame need to the view's policy. */
export function withSources(view: View, part: PixelPart, frames: readonly string[] = []): View {
  const frame = [...(part.sources['frame-src'] ?? []), ...frames];
  return {
    ...view,
    scripts: [...(view.scripts ?? []), ...part.scripts],
    policy: { sources: { ...part.sources, ...(frame.length > 0 && { 'frame-src': frame }) } },
  };
}
