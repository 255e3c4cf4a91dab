import { directionOf, inLanguage, type InterfaceLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import type { Assets } from '../../platform/http/assets/assets.ts';
import { wordMark } from '../../web/components/brand.ts';
import { linkButton } from '../../web/components/controls.ts';
import { illustration } from '../../web/components/surfaces.ts';
import { passwordField } from '../../web/components/fields/text-field.ts';
import { openGraph } from '../../web/components/open-graph.ts';
import { form, type FormState } from '../../web/form.ts';
import { attributes, html, type View } from '../../web/html.ts';
import { hop } from '../product.ts';
import type { Interstitial } from './followed.ts';
import type { Open, RefusalKind } from './targeting/decide.ts';

/** A response that is the same for all readers of a language and is rendered only once. */
export interface RefusalPage {
  status: number;
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: string[];
  /**
   * The page's bytes as latin1, because a string is sent in one write with the headers and a buffer is not.
   */
  body: string;
}

const texts = (): Readonly<Record<RefusalKind, { status: number; title: string; text: string }>> => ({
  missing: { status: 404, title: t('Link not found'), text: t('Check the URL for typos. Uppercase and lowercase letters matter.') },
  deleted: { status: 410, title: t('This link was deleted'), text: t('The owner deleted this link. Ask the person who shared it with you.') },
  disabled: { status: 404, title: t('This link is turned off'), text: t('The owner turned this link off for now.') },
  suspended: { status: 403, title: t('This link was removed'), text: t('It violated our rules or was reported as harmful.') },
  expired: { status: 410, title: t('This link has expired'), text: t('It was only available for a limited time.') },
  unavailable: { status: 503, title: t('This link is temporarily unavailable'), text: t('Something went wrong on our side. Please try again shortly.') },
}); // prettier-ignore

/**
 * Returns the pages for visitors who are not redirected. Each language is rendered on first use.
 * @param transport headers to add, as names and values
 */
export function createRefusalPages(
  assets: Assets,
  transport: readonly string[],
): (kind: RefusalKind, language: InterfaceLanguage) => RefusalPage {
  const pages = new Map<InterfaceLanguage, Readonly<Record<RefusalKind, RefusalPage>>>();
  return (kind, language) => {
    let inTheirs = pages.get(language);
    if (!inTheirs)
      pages.set(language, (inTheirs = inLanguage(language, () => renderPages(assets, language, transport))));
    return inTheirs[kind];
  };
}

function renderPages(
  assets: Assets,
  language: InterfaceLanguage,
  transport: readonly string[],
): Readonly<Record<RefusalKind, RefusalPage>> {
  const page = (kind: RefusalKind): RefusalPage => {
    const { headers, ...rest } = createPage(assets, kind, language);
    return { ...rest, headers: [...headers, ...transport] };
  };
  return {
    missing: page('missing'),
    deleted: page('deleted'),
    disabled: page('disabled'),
    suspended: page('suspended'),
    expired: page('expired'),
    unavailable: page('unavailable'),
  };
}

function createPage(assets: Assets, kind: RefusalKind, language: InterfaceLanguage): RefusalPage {
  const { status, title, text } = texts()[kind];
  const body = Buffer.from(documentOf(assets, { title, text, language }));
  const headers = [
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Content-Length', String(body.length)],
    ['Content-Language', language],
    ['Cache-Control', 'private, no-store'],
    ['Content-Security-Policy', contentPolicy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Robots-Tag', 'noindex'],
    ...(kind === 'unavailable' ? [['Retry-After', '2']] : []),
  ];
  return { status, headers: headers.flat(), body: body.toString('latin1') };
}

/** A minimal layout without scripts, navigation and footer, because scanners request many of these pages. */
const documentOf = (
  assets: Assets,
  { title, text, language }: { title: string; text: string; language: InterfaceLanguage },
): string =>
  html`<!doctype html>
    <html
      ${attributes({
        lang: language,
        dir: directionOf(language),
        'data-service': 'hop',
        'data-theme': 'auto',
        'data-shape': 'plain',
      })}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Hop</title>
        <link rel="stylesheet" href="${assets.address('styles/main.css')}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <div class="plain">
          <header class="plain-header"><a href="/">${wordMark(hop().brand)}</a></header>
          <main class="plain-card" id="main">
            <div class="failure">
              ${illustration('lost')}
              <h1>${title}</h1>
              <p>${text}</p>
              <div class="button-row">
                ${linkButton({ label: t('Create your own short link'), href: '/' })}
              </div>
            </div>
          </main>
        </div>
      </body>
    </html>`.text;

const contentPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** An app URL does nothing if the app is not installed, so the store is also offered. */
export const openView = ({ link }: Interstitial, { to, store, isAutomatic }: Open): View => ({
  title: t('Open in the app'),
  shape: 'plain',
  head: noindex,
  body: html`<h1>Open in the app</h1>
    ${link.special?.title && html`<p class="lead">${link.special.title}</p>`}
    <div class="form-actions wide" ${attributes({ 'data-controller': isAutomatic ? 'open-app' : undefined })}>
      ${linkButton({ label: t('Open the app'), href: to, kind: 'primary', wide: true, data: { 'data-open-app-target': 'app' } })}
      ${linkButton({ label: t('Get the app'), href: store, wide: true, data: { 'data-open-app-target': 'store' } })}
    </div>`,
});

/** Asks for a link's password. The form posts to the current URL. */
export const passwordView = ({ target }: Interstitial, state: FormState = {}): View => ({
  title: t('Password required'),
  shape: 'plain',
  head: noindex,
  policy: formRedirects,
  body: html`<h1>This link is password-protected</h1>
    <p class="lead">Ask the person who shared the link with you.</p>
    ${form({
      action: target,
      state,
      submit: t('Continue'),
      wide: true,
      answersWithPage: true,
      body: passwordField({
        name: 'password',
        error: state.errors?.password,
        label: t('Password'),
        purpose: 'current',
        required: true,
        autofocus: !state.errors,
      }),
    })}`,
});

/**
 * The preview that the owner chose for shared links. Does not reveal the destination, which may be protected
 * by a password.
 */
export function previewView({ link, address }: Interstitial): View {
  const { title = '', description = '', image = null } = link.special?.preview ?? {};
  const shown = title || (link.special?.title ?? address);
  return {
    title: shown,
    shape: 'plain',
    description,
    canonical: address,
    head: openGraph({
      type: 'website',
      site: new URL(address).host,
      title: shown,
      description,
      url: address,
      image: image === null ? undefined : { address: image, alt: shown },
    }),
    body: html`<h1>${shown}</h1>
      ${description && html`<p class="lead">${description}</p>`}`,
  };
}

/** Keeps interstitials out of search engines. */
const noindex = html`<meta name="robots" content="noindex" />`;

/** Browsers apply `form-action` to redirects too, which can lead anywhere from these pages. */
const formRedirects: NonNullable<View['policy']> = { sources: { 'form-action': ['https:', 'http:'] } };
