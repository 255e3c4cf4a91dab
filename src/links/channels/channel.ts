/** Links, bio pages and QR codes of one owner, grouped by topic. */
export interface Channel {
  /** Digits. */
  id: string;
  name: string;
  description: string;
  /** `#` and six hexadecimal digits. */
  color: string;
  isStarred: boolean;
}

/** Editable fields of a channel. Omitted fields are empty for a new channel and unchanged on update. */
export interface ChannelInput {
  name?: string | undefined;
  description?: string | undefined;
  /** In the format of `parseColor`. Blank counts as omitted. */
  color?: string | undefined;
  isStarred?: boolean | undefined;
}

/** Types of items in a channel. */
export const itemTypes = ['links', 'bio', 'qr'] as const;
export type ItemType = (typeof itemTypes)[number];
