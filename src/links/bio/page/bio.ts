import type { Design } from '../design/design.ts';

/** A page of an owner's own at a short address: a link of purpose 'bio', and what is said on it. */
export interface Bio {
  /** Digits: the link's id. */
  id: string;
  /** Scheme and host of a branded domain; null: the service's own address. */
  domain: string | null;
  alias: string;
  /** The name at its head. */
  title: string;
  about: string;
  /** Path of a square picture in the file store. */
  avatar: string | null;
  design: Design;
  /** What search engines and those who share it show; where blank, the title, what it is about and the avatar. */
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  /** Switched off by its owner. */
  isDisabled: boolean;
  /** Taken down by an operator. */
  isSuspended: boolean;
  /** Grows with every change. */
  version: string;
  createdAt: Date;
  updatedAt: Date;
}

/** How much of everything a page may have. */
export const max = { blocks: 100, title: 80, about: 300, heading: 120, text: 5000, note: 160, accounts: 20 };
