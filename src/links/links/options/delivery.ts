import type { LinkRules } from '../../redirect/targeting/rules.ts';
import type { HashedPassword } from './link-password.ts';

/**
 * Delivery options of a link as submitted. Omitted fields are unset for a new link and unchanged on update.
 */
export interface DeliveryInput {
  /**
   * `direct`, `frame`, `splash`, the id of a splash page, or `overlay-` and an overlay's id. Blank: direct.
   */
  type?: string | undefined;
  /**
   * Blank: no password for a new link, unchanged on update because forms cannot show it. Null: no password.
   */
  password?: string | HashedPassword | null | undefined;
  /** Preview when the link is shared. Blank: no custom preview. */
  previewTitle?: string | undefined;
  previewDescription?: string | undefined;
  previewImage?: string | undefined;
  /** An empty list removes all targets. */
  places?: readonly { location: string; state?: string | undefined; link: string }[] | undefined;
  devices?: readonly { device: string; link: string }[] | undefined;
  languages?: readonly { language: string; link: string }[] | undefined;
  /** Null: none. */
  stores?:
    | { auto?: boolean | undefined; apple?: string | undefined; google?: string | undefined }
    | null
    | undefined;
  parameters?: readonly { name: string; value: string }[] | undefined;
  variants?: readonly { link: string; weight: number; name?: string | undefined }[] | undefined;
  passesQuery?: boolean | undefined;
  pixelIds?: readonly string[] | undefined;
  /** Number of clicks after which the link expires. Null: never. */
  clickLimit?: number | null | undefined;
  /** Redirect for the expired link. Blank: shows a page that says it has expired. */
  expiredUrl?: string | undefined;
  /** HTTP status of the redirect. Null: 302. */
  status?: number | null | undefined;
  isDisabled?: boolean | undefined;
}

/** Delivery options of a link as stored. */
export interface Delivery {
  kind: 'direct' | 'frame' | 'splash' | 'overlay';
  splashId: string | null;
  overlayId: string | null;
  status: number;
  hasPassword: boolean;
  clickLimit: number | null;
  expiredUrl: string | null;
  isDisabled: boolean;
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  rules: LinkRules;
  pixelIds: string[];
}

/** Returns the value of `DeliveryInput.type` for these options. */
export function typeOf({
  kind,
  splashId,
  overlayId,
}: Pick<Delivery, 'kind' | 'splashId' | 'overlayId'>): string {
  if (kind === 'splash' && splashId !== null) return splashId;
  return kind === 'overlay' && overlayId !== null ? `overlay-${overlayId}` : kind;
}
