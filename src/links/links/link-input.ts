import type { Visibility } from '../record/link.ts';
import type { DeliveryInput } from './options/delivery.ts';

/** Editable fields of a link. Omitted fields are unset for a new link and unchanged on update. */
export interface LinkInput extends DeliveryInput {
  url: string;
  /**
   * One of the owner's domains, with or without a scheme. Blank: the default domain for a new link, unchanged
   * on update.
   */
  domain?: string | undefined;
  /** Omitted or blank: a random alias for a new link, unchanged on update. */
  alias?: string | undefined;
  /** Blank: fetched from the page shortly afterwards. */
  title?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** In the format of `parseExpiry`. Blank: never. */
  expiry?: string | undefined;
  /**
   * A channel and a campaign of the owner's to add the link to. Null: none; on update, removes the link from
   * its current ones.
   */
  channelId?: string | null | undefined;
  campaignId?: string | null | undefined;
  /** Tag names that replace the current ones. Unknown names create new tags. */
  tags?: readonly string[] | undefined;
}
