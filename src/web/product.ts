import type { Html } from './html.ts';
import type { NavigationEntry } from './navigation.ts';

/** A row of text that leads somewhere. */
interface FooterLink {
  label: string;
  /** A path of this product. */
  href: string;
  /** Opens outside the pages that scripts swap: documents and viewers of their own. */
  isDocument?: boolean;
}

/** The drawing of a product's name and of its sign. */
export interface Brand {
  name: string;
  /** The name as one path, 40 units high. */
  letters: { path: string; width: number; dot: { x: number; y: number } };
  /** Its first letter on a tile of 32 units. */
  tile: { ground: string; letter: string; x: number; y: number };
}

/** A product that pages belong to: all that headers, footers, menus, icons and the layout say of it. */
export interface Product {
  /** Names it in styles and figures. */
  key: string;
  brand: Brand;
  /** The product beside it, where it has an address of its own. */
  sibling: string;
  /** Where somebody who is signed in begins, and what the way there is called. */
  home: { href: string; label: string };
  navigation: readonly NavigationEntry[];
  footer: readonly FooterLink[];
  /** Where an operator's pages begin, when the user menu leads there. */
  operatorHome?: string;
  /** Elements that the head of every page has. */
  head?: Html;
  /** Open pages follow the live stream. */
  isLive?: boolean;
}
