import { t } from '../translation/translate.ts';
import { linkButton, icon } from './controls.ts';
import type { IconName } from './icon-names.ts';
import type { Brand } from '../product.ts';
import { wordMark } from './brand.ts';
import { html, type Fragment, type Html } from '../html.ts';
import { jsonLd, openGraph } from './open-graph.ts';

/** Installation details for a landing page. */
export interface LandingOptions {
  /** Whether anyone can sign up. */
  registrationOpen: boolean;
  /** The service's public URL, without a trailing slash. */
  base: string;
}

export interface LandingFeature {
  icon: IconName;
  title: string;
  text: string;
}

/** Call-to-action buttons: sign up if registration is open, else sign in; and a link to public content. */
export function callToActionButtons(options: LandingOptions, join: string): Html {
  return html`<div class="button-row">
    ${
      options.registrationOpen
        ? html`${linkButton({ label: join, href: '/signup', kind: 'primary' })}
          ${linkButton({ label: t('Look around'), href: '/discover' })}`
        : html`${linkButton({ label: t('Sign in'), href: '/signin', kind: 'primary' })}
          ${linkButton({ label: t('Look around'), href: '/discover' })}`
    }
  </div>`;
}

/** A section of a landing page: its heading at the side, its content beside it. */
export function landingSection(options: { id: string; title: string; lead: Fragment; body: Fragment }): Html {
  const { id, title, lead, body } = options;
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <p class="lead">${lead}</p>
    </header>
    <div class="chapter-body">${body}</div>
  </section>`;
}

export function features(entries: readonly LandingFeature[]): Html {
  return html`<ul class="features">
    ${entries.map(
      (entry) =>
        html`<li>
          ${icon(entry.icon)}
          <div>
            <h3>${entry.title}</h3>
            <p>${entry.text}</p>
          </div>
        </li>`,
    )}
  </ul>`;
}

export function steps(entries: readonly { title: string; text: Fragment }[]): Html {
  return html`<ol class="steps">
    ${entries.map(
      ({ title, text }) =>
        html`<li>
          <h3>${title}</h3>
          <p>${text}</p>
        </li>`,
    )}
  </ol>`;
}

/** The closing section of a landing page, with the call to action again. */
export function finalCallToAction(
  brand: Brand | false,
  title: string,
  options: LandingOptions,
  join: string,
): Html {
  const way = options.registrationOpen
    ? { label: join, href: '/signup' }
    : { label: t('Sign in'), href: '/signin' };
  return html`<section class="closing">
    <h2>${title}</h2>
    ${linkButton(way)} ${brand && wordMark(brand)}
  </section>`;
}

/** A front page's description for search engines and previews. */
export const landingHead = ({
  base,
  name,
  description,
}: {
  base: string;
  name: string;
  description: string;
}): Html =>
  html`${openGraph({
    type: 'website',
    site: name,
    title: name,
    description,
    url: `${base}/`,
    image: { address: `${base}/icon-512.png`, width: 512, height: 512, alt: name },
  })}
  ${jsonLd({ '@type': 'Organization', name, description, url: `${base}/`, logo: `${base}/icon-512.png` })}`;
