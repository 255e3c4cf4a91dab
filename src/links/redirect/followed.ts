import type { App } from '../../platform/app.ts';
import type { View } from '../../web/view.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { Download, Redirect } from '../../platform/http/endpoint.ts';

/** A followed link that does not simply lead on: what the page that is shown instead is made from. */
export interface Followed {
  linkId: string;
  ownerId: string;
  /** As it was asked for, on the service's own address or a branded one. */
  shortAddress: string;
  title: string;
  description: string;
  previewImage: string | null;
  /** Where it leads for this visitor, with the parameters appended; '' for what leads nowhere (a bio page, a code's text). */
  to: string;
  splashId: string | null;
  overlayId: string | null;
  /** What is fired on the way, if the visitor agrees. */
  pixels: readonly FollowedPixel[];
  /** The rule that found fault with it, if one did. */
  heldFor: string | null;
}

export interface FollowedPixel {
  /** A provider's name on the wire: `gtmpixel`, `fbpixel` … */
  type: string;
  tag: string;
}

/**
 * Makes that page, or says where to go where none is needed: what is shown depends on what the browser sent of consent
 * and languages. A bio page brings its whole document, which is lighter than ours. The click is recorded already.
 */
export type ShowFollowed = (
  app: App,
  followed: Followed,
  client: Client,
) => Promise<View | Redirect | Download>;

/** What can be shown, and by whom; put together where the service is. */
export interface FollowedPages {
  /** The destination in a frame below a bar. */
  frame: ShowFollowed;
  /** The service's own splash page, or the owner's. */
  splash: ShowFollowed;
  /** The destination in a frame with the owner's box over it. */
  overlay: ShowFollowed;
  /** A short pause to fire pixels, then on. */
  pixels: ShowFollowed;
  /** A warning, from which the visitor may continue. */
  held: ShowFollowed;
  bio: ShowFollowed;
  /** What a QR code says that is no address: a text, a card, a network. */
  code: ShowFollowed;
}
