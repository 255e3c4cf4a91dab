import type { Html } from './html.ts';
import type { Product } from './product.ts';

/** Additions to the content security policy of one page. */
export interface PolicyExtras {
  /** Additional sources by directive: `{ 'frame-src': ['https:'] }`. */
  sources?: Readonly<Record<string, readonly string[]>>;
  /** Devices that the page can request, such as a call's camera. */
  devices?: readonly ('camera' | 'display-capture' | 'microphone')[];
  /** Whether pages of the same site may embed it, as in an editor's preview. */
  inOwnFrames?: boolean;
}

/** A page for the layout. Its `body` contains the page's only `<h1>`, created by `pageHeader()`. */
export interface View {
  /** The document title. The service's name is added. */
  title: string;
  body: Html;
  description?: string;
  /** Key of the navigation entry to mark as current. */
  section?: string;
  /** The context column: beside the main column on wide screens, otherwise below it. */
  aside?: Html;
  /**
   * `app` has the navigation; `plain` is a centered card such as sign-in; `landing` has full width; `stage`
   * is only its body, for a separate window. `bare` is for visitors of a member's content: only its body with
   * its own `<main>`, a small style sheet and its own scripts.
   */
  shape?: 'app' | 'plain' | 'landing' | 'stage' | 'bare';
  /** An additional style sheet for styles that few pages need: `tools` is `browser/styles/tools.css`. */
  style?:
    | 'calls'
    | 'chat'
    | 'composer-dialog'
    | 'design'
    | 'events'
    | 'landing'
    | 'link-builder'
    | 'reference'
    | 'rich-text'
    | 'settings'
    | 'tools';
  /** Modules under `browser/` to load: by bare pages themselves, otherwise early for controllers of the page. */
  scripts?: readonly string[];
  /** For bare pages: style rules built only from validated values, such as an owner's colors. */
  css?: string;
  /** Additional content security policy. */
  policy?: PolicyExtras;
  /** Extends over the context column's width, for tables. */
  wide?: boolean;
  canonical?: string;
  /** Additional head elements: Open Graph, JSON-LD, feeds. */
  head?: Html;
  status?: number;
}

export interface PageContext {
  product: Product;
  /** The product's public URL, without a trailing slash. */
  base: string;
  /** The public URL of the other product. */
  other: string;
  /** Path and query of the request, where the theme switch redirects to. */
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
  /** The viewer's own workspace and those they are a member of. */
  workspaces?: readonly { id: string; name: string; role: string; isCurrent: boolean }[];
  counts?: {
    friendRequests?: number;
    notifications?: number;
    messages?: number;
    /** The last live event included in the counts. */
    position?: string;
  };
  flash?: { kind: 'success' | 'info' | 'error'; text: string } | null;
  theme: 'auto' | 'light' | 'dark';
  /** A language tag such as `en` or `ar`, which also determines the text direction. */
  language: string;
}

/** Renders a page as a whole document. */
export type Layout = (view: View, context: PageContext) => string;
