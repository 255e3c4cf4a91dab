import type { Assets } from '../http/assets/assets.ts';
import type { PolicyExtras } from '../http/content-policy.ts';
import { userMenu } from './components/navigation/user-menu.ts';
import { toasts } from './components/toast.ts';
import { wordMark } from './components/mark.ts';
import { bareHead, documentHead } from './document-head.ts';
import { attributes, classes, html, type Html } from './html.ts';
import { navigation } from './components/navigation/navigation.ts';
import { siteFooter, siteHeader } from './components/site-frame.ts';
import { workspaceSwitch } from './components/navigation/workspace-switch.ts';

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
   * `app` has the navigation; `plain` is a centred card such as sign-in; `landing` has the full width. `bare` is for
   * visitors of somebody else: nothing but its body, which brings `<main>`, a small style sheet and its own scripts.
   */
  shape?: 'app' | 'plain' | 'landing' | 'bare';
  /** Of a bare page: modules under `browser/` that it starts. */
  scripts?: readonly string[];
  /** Of a bare page: style rules made from checked values alone, such as an owner's colours. */
  css?: string;
  /** What it may load, or be shown in, beyond what every page may. */
  policy?: PolicyExtras;
  /** On Plaza, takes the context column's width as well: for tables. Hop's pages are wide anyway. */
  wide?: boolean;
  canonical?: string;
  /** Further elements of the head: Open Graph, JSON-LD, feeds. */
  head?: Html;
  status?: number;
}

export interface PageContext {
  service: 'plaza' | 'hop';
  /** The public address of this service, without a slash at its end. */
  base: string;
  /** The public address of the other service. */
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

export type Layout = (view: View, context: PageContext) => string;

/** The function that makes whole documents, given where the browser files are served. */
export function makeLayout(assets: Assets): Layout {
  return (view, context) => {
    const { shape = 'app' } = view;
    return html`<!doctype html>
      <html
        ${attributes({
          lang: context.language,
          dir: directionOf(context.language),
          'data-service': context.service,
          'data-theme': context.theme,
          'data-shape': shape,
        })}
      >
        <head>
          ${shape === 'bare' ? bareHead(view, context, assets) : documentHead(view, context, assets)}
        </head>
        <body ${attributes({ 'data-live': shape === 'bare' ? undefined : live(context) })}>
          ${frames[shape](view, context)}
        </body>
      </html> `.text;
  };
}

/** What scripts that follow the live stream begin with: whose page it is, and what it shows. Strangers have none. */
function live({ service, viewer, counts }: PageContext): string | undefined {
  if (!viewer || service !== 'plaza') return undefined;
  const { position, ...shown } = counts ?? {};
  return JSON.stringify({ account: viewer.id, ...(position !== undefined && { position, counts: shown }) });
}

const fromRightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

function directionOf(language: string): 'ltr' | 'rtl' {
  return fromRightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

const frames = {
  app: withSkipLink(appFrame),
  plain: withSkipLink(plainFrame),
  landing: withSkipLink(landingFrame),
  bare: ({ body }: View) => body,
} as const;

function withSkipLink(frame: typeof appFrame): typeof appFrame {
  return (view, context) =>
    html`<a class="skip-link" href="#main">Skip to content</a> ${frame(view, context)}
      ${toasts(context.flash)}`;
}

function appFrame(view: View, context: PageContext): Html {
  return html`<div class="frame">
    <header class="rail">
      <a class="rail-mark" href="/">${wordMark(context.service)}</a>
      ${workspaceSwitch(context)} ${navigation(view.section, context)} ${userMenu(context)}
    </header>
    <main class="${classes('main', view.wide && 'wide')}" id="main" tabindex="-1">${view.body}</main>
    ${view.aside && html`<aside class="aside" aria-label="More">${view.aside}</aside>`}
  </div>`;
}

function plainFrame(view: View, context: PageContext): Html {
  return html`<div class="plain">
    <header class="plain-header"><a href="/">${wordMark(context.service)}</a></header>
    <main class="plain-card" id="main" tabindex="-1">${view.body}</main>
    ${siteFooter(context)}
  </div>`;
}

function landingFrame(view: View, context: PageContext): Html {
  return html`${siteHeader(context)}
    <main class="landing" id="main" tabindex="-1">${view.body}</main>
    ${siteFooter(context)}`;
}
