import type { Design } from '../design/design.ts';

/** A bio page: a link with purpose 'bio', and its content. */
export interface Bio {
  /** Digits: the id of its link. */
  id: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  /** The name at the top of the page. */
  title: string;
  about: string;
  /** Path of a square picture in the file store. */
  avatar: string | null;
  design: Design;
  /** Preview for search engines and shares. Blank fields default to the title, description and avatar. */
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  /** Disabled by its owner. */
  isDisabled: boolean;
  /** Suspended by an operator. */
  isSuspended: boolean;
  /** Increases with every change. */
  version: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Limits of a page. */
export const max = { blocks: 100, title: 80, about: 300, heading: 120, text: 5000, note: 160, accounts: 20 };
