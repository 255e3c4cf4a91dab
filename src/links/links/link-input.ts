import type { Visibility } from '../record/link.ts';
import type { DeliveryInput } from './options/delivery.ts';

/** What its owner says of a link. Omitted: on a new link nothing, on a change as it is. */
export interface LinkInput extends DeliveryInput {
  url: string;
  /** A domain of the owner's, with or without scheme. Blank: on a new link the service's own, on a change the present one. */
  domain?: string | undefined;
  /** Omitted or blank: a random one, on a change the present one. */
  alias?: string | undefined;
  /** Blank: read from the page a moment later. */
  title?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** As `readExpiry` takes it. Blank: never. */
  expiry?: string | undefined;
  /** A channel and a campaign of the owner's to put it into. Null: none, on a change out of those that it is in. */
  channelId?: string | null | undefined;
  campaignId?: string | null | undefined;
  /** Names of tags, in place of those it has; a new name makes a tag. */
  tags?: readonly string[] | undefined;
}
