import type { Forward } from './targeting/decision.ts';
import type { FollowedPixel } from './followed.ts';
import type { Targets } from './targeting/targets.ts';

/** A short link as needed for redirects. URLs are safe in headers. */
export interface Link {
  id: string;
  /** '' if there is no destination: a bio page, or a QR code with its own text. */
  to: string;
  status: Forward['status'];
  /** Unix time in milliseconds. */
  expiresAt: number | undefined;
  /** Destination after it has expired. */
  expiredTo: string | undefined;
  /** Disabled by its owner. */
  isDisabled: boolean;
  /** Suspended by an operator. */
  isSuspended: boolean;
  /** Features beyond a plain redirect. Most links have none, which saves memory. */
  special: Special | undefined;
}

export interface Special {
  /** Estimated memory use. */
  bytes: number;
  purpose: 'link' | 'bio' | 'qr';
  ownerId: string;
  title: string;
  description: string;
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
  /** Preview when the link is shared. Blank: no custom preview. */
  preview: { title: string; description: string; image: string | null };
  pixels: readonly FollowedPixel[];
  passwordHash: string | null;
  /** Number of clicks after which it expires. */
  clickLimit: number | null;
  /** Whether the click limit is used up. */
  isSpent: boolean;
  /** The reason for which visitors are warned. */
  heldFor: string | null;
  /** Targeting rules. Null: one destination for everyone. */
  targets: Targets | null;
}
