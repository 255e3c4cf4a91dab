/** Links, bio pages and QR codes of one owner, put together by subject. */
export interface Channel {
  /** Digits. */
  id: string;
  name: string;
  description: string;
  /** `#` and six hexadecimal digits. */
  color: string;
  isStarred: boolean;
}

/** What its owner says of a channel. Omitted: on a new one nothing, on a change as it is. */
export interface ChannelInput {
  name?: string | undefined;
  description?: string | undefined;
  /** As `readColor` takes it; blank is omitted. */
  color?: string | undefined;
  isStarred?: boolean | undefined;
}

/** What a channel can hold. */
export const itemTypes = ['links', 'bio', 'qr'] as const;
export type ItemType = (typeof itemTypes)[number];
