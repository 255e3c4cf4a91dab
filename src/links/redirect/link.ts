import type { Forward } from './targeting/decision.ts';
import type { FollowedPixel } from './followed.ts';
import type { Targets } from './targeting/targets.ts';

/** A short link as the redirect needs it. Addresses are fit for a header. */
export interface Link {
  id: string;
  /** '' where it leads to no address: a bio page, or a QR code with a text of its own. */
  to: string;
  status: Forward['status'];
  /** Milliseconds since 1970. */
  expiresAt: number | undefined;
  /** Where to go instead, after that. */
  expiredTo: string | undefined;
  /** Switched off by its owner. */
  isDisabled: boolean;
  /** Taken down by an operator. */
  isSuspended: boolean;
  /** What makes it more than an address that leads on. Most links are no more, and cost nothing for what they have not. */
  special: Special | undefined;
}

export interface Special {
  /** Some measure of what all this takes in memory. */
  bytes: number;
  purpose: 'link' | 'bio' | 'qr';
  ownerId: string;
  title: string;
  description: string;
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
  /** What is shown where the link is shared. Blank: nothing of its own. */
  preview: { title: string; description: string; image: string | null };
  pixels: readonly FollowedPixel[];
  passwordHash: string | null;
  /** After so many clicks it has expired. */
  clickLimit: number | null;
  /** All of them were taken. */
  isSpent: boolean;
  /** Visitors are warned first, of this. */
  heldFor: string | null;
  /** Targeting; null: to the one address for everybody. */
  targets: Targets | null;
}
