import type { AssetUrls } from './asset-addresses.ts';
import { html, trusted, type Html } from './html.ts';
import type { PageContext, View } from './view.ts';

/** A page's `<head>`. The import map is the only inline script and has the nonce. */
export function documentHead(view: View, context: PageContext, assets: AssetUrls): Html {
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
export function bareHead(view: View, context: PageContext, assets: AssetUrls): Html {
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
