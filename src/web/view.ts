import type { Html } from './html.ts';
import type { Product } from './product.ts';

/** What one page may load or allow beyond what all pages may. */
export interface PolicyExtras {
  /** Sources by directive, beside those that the directive has: `{ 'frame-src': ['https:'] }`. */
  sources?: Readonly<Record<string, readonly string[]>>;
  /** What it may ask its reader for: a call's camera. */
  devices?: readonly ('camera' | 'display-capture' | 'microphone')[];
  /** Pages of the same site may show it in a frame: a preview in an editor. */
  inOwnFrames?: boolean;
}

/** What a page hands to the layout. Its `body` brings the page's one `<h1>`; `pageHeader()` makes it. */
export interface View {
  /** For the browser's tab; the service's name is added. */
  title: string;
  body: Html;
  description?: string;
  /** The key of the navigation entry to mark as where one is. */
  section?: string;
  /** The context column: beside the reading column on wide screens, below it elsewhere. */
  aside?: Html;
  /**
   * `app` has the navigation; `plain` is a centred card such as sign-in; `landing` has the full width; `stage` is nothing but
   * its body, for a window of its own. `bare` is for
   * visitors of somebody else: nothing but its body, which brings `<main>`, a small style sheet and its own scripts.
   */
  shape?: 'app' | 'plain' | 'landing' | 'stage' | 'bare';
  /** A style sheet beside the one of all pages, where few pages need what is in it: `tools` is `browser/styles/tools.css`. */
  style?: 'calls' | 'chat' | 'design' | 'landing' | 'reference' | 'settings' | 'tools';
  /** Of a bare page: modules under `browser/` that it starts. */
  scripts?: readonly string[];
  /** Of a bare page: style rules made from checked values alone, such as an owner's colours. */
  css?: string;
  /** What it may load, or be shown in, beyond what every page may. */
  policy?: PolicyExtras;
  /** Takes the context column's width as well: for tables. */
  wide?: boolean;
  canonical?: string;
  /** Further elements of the head: Open Graph, JSON-LD, feeds. */
  head?: Html;
  status?: number;
}

export interface PageContext {
  product: Product;
  /** The public address of this product, without a slash at its end. */
  base: string;
  /** The public address of the sibling product. */
  other: string;
  /** The path and query of this request: where the theme switch returns to. */
  path: string;
  nonce: string;
  viewer: {
    id: string;
    name: string;
    username: string;
    picture: string | null;
    isOperator: boolean;
    isModerator?: boolean;
  } | null;
  /** Of the viewer's own and of those whose team they are in. */
  workspaces?: readonly { id: string; name: string; role: string; isCurrent: boolean }[];
  counts?: {
    friendRequests?: number;
    notifications?: number;
    messages?: number;
    /** Up to which live event they were counted. */
    position?: string;
  };
  flash?: { kind: 'success' | 'info' | 'error'; text: string } | null;
  theme: 'auto' | 'light' | 'dark';
  /** A language tag such as `en` or `ar`: it also decides the direction of the page. */
  language: string;
}

/** Makes a whole document of a page. */
export type Layout = (view: View, context: PageContext) => string;
