import type { App } from '../../platform/app.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { Download, Redirect } from '../../platform/http/endpoint.ts';
import type { View } from '../../web/html.ts';
import type { Followable } from '../forward.ts';
import type { RedirectLink } from './get-links.ts';
import type { AskPassword, Decision, Open, SharePreview, Show } from './targeting/decide.ts';

/** Data of a followed link for the page that is shown instead of a redirect. */
export interface FollowedLink extends Followable {
  linkId: string;
  ownerId: string;
  /** The requested short URL, on the default or a branded domain. */
  shortAddress: string;
  title: string;
  description: string;
  previewImage: string | null;
  /**
   * The destination for this visitor, with parameters appended. '' if there is none (a bio page, or the text
   * of a QR code).
   */
  to: string;
  splashId: string | null;
  overlayId: string | null;
  /** Pixels to fire if the visitor consents. */
  pixels: readonly FollowedPixel[];
  /** The rule for which the link is held, if any. */
  heldFor: string | null;
  /** The id of the click, if the link passes it on. */
  clickId?: string | undefined;
}

export interface FollowedPixel {
  /** The provider's API name: `gtmpixel`, `fbpixel` … */
  type: string;
  tag: string;
}

/**
 * Renders the page, or returns a redirect if no page is needed, depending on the browser's consent and
 * language. Bio pages are complete documents without our layout. The click is already recorded.
 */
export type ShowFollowed = (
  app: App,
  followed: FollowedLink,
  client: Client,
) => Promise<View | Redirect | Download>;

/** Page renderers by type, assembled where the service is composed. */
export interface FollowedPages {
  /** The destination in a frame below a bar. */
  frame: ShowFollowed;
  /** The default or the owner's splash page. */
  splash: ShowFollowed;
  /** The destination in a frame with the owner's overlay. */
  overlay: ShowFollowed;
  /** A short pause to fire pixels before the redirect. */
  pixels: ShowFollowed;
  /** A warning from which the visitor may continue. */
  held: ShowFollowed;
  bio: ShowFollowed;
  /** QR code content that is not a URL: a text, contact or network. */
  code: ShowFollowed;
}

/** Decisions that require a rendered page. */
type ForPages = AskPassword | SharePreview | Show | Open;

/** A request for a link that needs a rendered page and is therefore handled by Fastify. */
export interface Interstitial {
  decision: Decision;
  link: RedirectLink;
  /** The short URL. */
  address: string;
  /** Path and query as received. */
  target: string;
  /** The response once the password was entered. If it is the redirect, the click is recorded. */
  enter(): Promise<Decision>;
}

export const needsPage = (decision: Decision): decision is ForPages =>
  decision.do === 'ask' || decision.do === 'preview' || decision.do === 'show' || decision.do === 'open';
