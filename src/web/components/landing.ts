import { t } from '../../kernel/translation/translate.ts';
import { linkButton } from './button.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon-names.ts';
import type { Brand } from '../product.ts';
import { wordMark } from './brand.ts';
import { html, type Fragment, type Html } from '../html.ts';
import { jsonLd } from './json-ld.ts';
import { openGraph } from './open-graph.ts';

/** What a landing page needs to know of its installation. */
export interface LandingOptions {
  /** Whether strangers may make an account here. */
  registrationOpen: boolean;
  /** The public address of the service, without a slash at its end. */
  base: string;
}

export interface Feature {
  icon: IconName;
  title: string;
  text: string;
}

/** The ways in: an account where strangers may have one, else only the door; and a look at what is public. */
export function ways(options: LandingOptions, join: string): Html {
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

/** A part of a landing page: its heading at the side, what it tells beside it. */
export function chapter(options: { id: string; title: string; lead: Fragment; body: Fragment }): Html {
  const { id, title, lead, body } = options;
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
    <header>
      <h2 id="${id}-title">${title}</h2>
      <p class="lead">${lead}</p>
    </header>
    <div class="chapter-body">${body}</div>
  </section>`;
}

export function features(entries: readonly Feature[]): Html {
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

/** The last word of a landing page, and the way in once more. */
export function finalCallToAction(brand: Brand, title: string, options: LandingOptions, join: string): Html {
  const way = options.registrationOpen
    ? { label: join, href: '/signup' }
    : { label: t('Sign in'), href: '/signin' };
  return html`<section class="closing">
    <h2>${title}</h2>
    ${linkButton(way)} ${wordMark(brand)}
  </section>`;
}

/** The description of a front page for search engines and previews. */
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
