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

/** The product that pages belong to: what headers, footers, menus, icons and the layout show of it. */
export interface Product {
  /** Identifies it in styles and metrics. */
  key: string;
  brand: Brand;
  /** The name of the other product. */
  sibling: string;
  /** The start page of signed-in people, and the label of its link. */
  home: { href: string; label: string };
  navigation: readonly NavigationEntry[];
  footer: readonly FooterLink[];
  /** The start page of operators, if the user menu links to it. */
  operatorHome?: string;
  /** Elements in the head of every page. */
  head?: Html;
  /** Whether open pages follow the live stream. */
  isLive?: boolean;
}
