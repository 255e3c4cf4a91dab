import type { LinkRules } from '../../redirect/targeting/rules.ts';
import type { HashedPassword } from './link-password.ts';

/** How a link is followed, as its owner says it. Omitted: on a new link nothing, on a change as it is. */
export interface DeliveryInput {
  /** `direct`, `frame`, `splash`, the id of a splash page, `overlay-` and an overlay's id. Blank: direct. */
  type?: string | undefined;
  /** Blank: on a new link none, on a change the present one, which no form can show. Null: none. */
  password?: string | HashedPassword | null | undefined;
  /** What is shown where the link is shared. Blank: nothing of its own. */
  previewTitle?: string | undefined;
  previewDescription?: string | undefined;
  previewImage?: string | undefined;
  /** None of a list: an empty one. */
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
  /** After so many clicks it has expired. Null: never. */
  clickLimit?: number | null | undefined;
  /** Where to go instead once it has expired. Blank: to a page that says so. */
  expiredUrl?: string | undefined;
  /** Of the redirect. Null: 302. */
  status?: number | null | undefined;
  isDisabled?: boolean | undefined;
}

/** How a link is followed, as it is kept. */
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

/** What `DeliveryInput.type` says of it. */
export function typeOf({
  kind,
  splashId,
  overlayId,
}: Pick<Delivery, 'kind' | 'splashId' | 'overlayId'>): string {
  if (kind === 'splash' && splashId !== null) return splashId;
  return kind === 'overlay' && overlayId !== null ? `overlay-${overlayId}` : kind;
}
