import type { Html } from './html.ts';
import type { NavigationEntry } from './navigation.ts';

/** A text link in the footer. */
interface FooterLink {
  label: string;
  /** A path on this product. */
  href: string;
  /** Whether it needs a full page load instead of script navigation: documents and viewers. */
  isDocument?: boolean;
}

/** The drawings of a product's word mark and symbol. */
export interface Brand {
  name: string;
  /** The word mark as one path, 40 units high. */
  letters: { path: string; width: number; dot: { x: number; y: number } };
  /** The symbol: the first letter on a tile of 32 units. */
  tile: { ground: string; letter: string; x: number; y: number };
}

/** What an operator shows in the place of our name, word mark and colors. */
export interface OwnBrand {
  name?: string | undefined;
  /** URL of the logo. */
  logo?: string | undefined;
  /** Path of the logo's file. */
  logoFile?: string | undefined;
  style?: { css: string; href: string } | undefined;
}

/** The product that pages belong to: what headers, footers, menus, icons and the layout show of it. */
export interface Product {
  /** Identifies it in styles and metrics. */
  key: string;
  brand: Brand;
  own?: OwnBrand;
  /** The name of the other product. */
  sibling: string;
  /** The start page of signed-in people, and the label of its link. */
  home: { href: string; label: string };
  navigation: readonly NavigationEntry[];
  /**
   * The search of everything: the page with its results, and the URL of suggestions while typing. The palette
   * asks both, and `/palette` for what people can do besides opening the pages of the navigation.
   */
  search: { href: string; results: string; suggestions: string; for: 'anyone' | 'member' };
  footer: readonly FooterLink[];
  /** What the menu of the installed app's icon offers. */
  shortcuts: readonly { name: string; url: string }[];
  /** The page that opens with what another app shares with the installed one: `title`, `text` and `url`. */
  shareTo: string;
  /** Elements in the head of every page. */
  head?: Html;
  /** Whether open pages follow the live stream. */
  isLive?: boolean;
}
