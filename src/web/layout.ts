import { directionOf } from './translation/languages.ts';
import type { AssetUrls } from './asset-addresses.ts';
import {
  accountMenu,
  navigation,
  searchButton,
  workspaceSwitch,
} from './components/navigation/navigation.ts';
import { toasts } from './components/toast.ts';
import { brandMark } from './components/brand.ts';
import { attributes, classes, html, trusted } from './html.ts';
import type { Html, Layout, PageContext, View } from './html.ts';
import { siteFooter, siteHeader } from './components/navigation/site-frame.ts';

/** Creates the function that renders whole documents, given the URLs of the browser files. */
export function createLayout(assets: AssetUrls): Layout {
  return (view, context) => {
    const { shape = 'app' } = view;
    return html`<!doctype html>
      <html
        ${attributes({
          lang: context.language,
          dir: directionOf(context.language),
          'data-service': context.product.key,
          'data-theme': context.theme,
          'data-shape': shape,
        })}
      >
        <head>
          ${shape === 'bare' ? bareHead(view, context, assets) : documentHead(view, context, assets)}
        </head>
        <body ${attributes(shape === 'bare' ? {} : liveStreamAttributes(context, assets))}>
          ${frames[shape](view, context)}
        </body>
      </html> `.text;
  };
}

/**
 * Initial data for scripts that follow the live stream: the viewer, the counts, and the styles of an incoming
 * call.
 */
function liveStreamAttributes(
  { product, viewer, counts }: PageContext,
  assets: AssetUrls,
): Record<string, string> {
  // Signed-out visitors have no live stream.
  if (!viewer || !product.isLive) return {};
  const { position, ...shown } = counts ?? {};
  const begun = { account: viewer.id, ...(position !== undefined && { position, counts: shown }) };
  return { 'data-live': JSON.stringify(begun), 'data-calls': assets.address('styles/calls.css') };
}

const frames = {
  app: withSkipLink(appFrame),
  plain: withSkipLink(plainFrame),
  landing: withSkipLink(landingFrame),
  stage: ({ body }: View) => html`<main id="main" tabindex="-1">${body}</main>`,
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
      <a class="rail-mark" href="/">${brandMark(context.product)}</a>
      ${searchButton(view.section, context)} ${workspaceSwitch(context)} ${navigation(view.section, context)}
      ${accountMenu(view.section, context)}
    </header>
    <main
      class="${classes('main', view.wide && 'wide', view.aside !== undefined && 'beside')}"
      id="main"
      tabindex="-1"
    >
      ${view.body}
    </main>
    ${view.aside && html`<aside class="aside" aria-label="More">${view.aside}</aside>`}
  </div>`;
}

function plainFrame(view: View, context: PageContext): Html {
  return html`<div class="plain">
    <header class="plain-header"><a href="/">${brandMark(context.product)}</a></header>
    <main class="plain-card" id="main" tabindex="-1">${view.body}</main>
    ${siteFooter(context)}
  </div>`;
}

function landingFrame(view: View, context: PageContext): Html {
  return html`${siteHeader(context)}
    <main class="landing" id="main" tabindex="-1">${view.body}</main>
    ${siteFooter(context)}`;
}

/** A page's `<head>`. The import map is the only inline script and has the nonce. */
function documentHead(view: View, context: PageContext, assets: AssetUrls): Html {
  const { product } = context;
  const { style, logo, name = product.brand.name } = product.own ?? {};
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${view.title === name ? name : `${view.title} · ${name}`}</title>
    ${view.description && html`<meta name="description" content="${view.description}" />`}
    ${view.canonical && html`<link rel="canonical" href="${view.canonical}" />`}
    <meta name="csp-nonce" content="${context.nonce}" />
    <meta name="turbo-refresh-method" content="morph" />
    <meta name="turbo-refresh-scroll" content="preserve" />
    ${leavesByForm(view) && html`<meta name="turbo-visit-control" content="reload" />`}
    <link rel="stylesheet" href="${assets.address('styles/main.css')}" data-turbo-track="reload" />
    ${style && html`<link rel="stylesheet" href="${style.href}" data-turbo-track="reload" />`}
    ${view.style && html`<link rel="stylesheet" href="${assets.address(`styles/${view.style}.css`)}" />`}
    <script type="importmap" nonce="${context.nonce}" data-turbo-track="reload">
      ${trusted(assets.importMap)}
    </script>
    ${assets.preloads(view.scripts).map((address) => html`<link rel="modulepreload" href="${address}" />`)}
    <script type="module" src="${assets.address('main.ts')}" data-turbo-track="reload"></script>
    ${
      logo === undefined
        ? html`<link rel="icon" href="/favicon.svg" type="image/svg+xml" />`
        : html`<link rel="icon" href="${logo}" type="image/webp" />`
    }
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
    ${product.head} ${view.head}`;
}

/** Whether a form leads to another site. A page that Turbo renders in place has the policy of the page before. */
const leavesByForm = ({ policy }: View) => policy?.sources?.['form-action'] !== undefined;

/** The head of a bare page: no script navigation, no import map, and minimal styles. */
function bareHead(view: View, context: PageContext, assets: AssetUrls): Html {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${view.title}</title>
    ${view.description && html`<meta name="description" content="${view.description}" />`}
    ${view.canonical && html`<link rel="canonical" href="${view.canonical}" />`}
    <link rel="stylesheet" href="${assets.address('styles/bare.css')}" />
    ${
      view.css &&
      html`<style nonce="${context.nonce}">
        ${trusted(view.css)}
      </style>`
    }
    ${view.scripts?.map((path) => html`<script type="module" src="${assets.address(path)}"></script>`)}
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${view.head}`;
}
