import { t } from '../../../web/translation/translate.ts';
import { badge, pageHeader } from '../../../web/components/surfaces.ts';
import { button, linkButton, icon } from '../../../web/components/controls.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { bind, form } from '../../../web/form.ts';
import { html, type Html, nothing, type View } from '../../../web/html.ts';
import { type Link, shortName } from '../../link/link.ts';
import type { BuilderChoices } from '../builder-pages.ts';
import type { BuilderState } from '../builder-state.ts';
import { aliasField, targetField } from '../components.ts';
import { about, previewSection, delivery, ending, locking, testing, utmSection } from './builder-sections.ts';
import { apps, targeting } from './builder-targets.ts';
import { countryNames, ruleList } from './describe-rules.ts';

interface BuilderPage extends PreviewParts {
  /** The link being edited. Undefined for a new one. */
  link: Link | undefined;
  choices: BuilderChoices;
}

/** The frame for editing a link, used on its own page and in the drawer beside the list. */
export const builderFrame = 'link-form';

/** The full link form with a live preview. */
export function builderView(page: BuilderPage): View {
  const { link, hopUrl } = page;
  const name = link && shortName({ hopUrl }, link);
  const title = link ? t('Edit link') : t('New link');
  return {
    title: name === undefined ? title : t('Edit {name}', { name }),
    section: 'links',
    style: 'link-builder',
    body: html`${pageHeader({
        title,
        above: breadcrumbs([
          { label: t('Links'), href: '/dashboard' },
          ...(link && name !== undefined ? [{ label: name, href: `/dashboard/links/${link.id}` }] : []),
          { label: link ? t('Edit') : t('New') },
        ]),
      })}
      <turbo-frame id="${builderFrame}" target="_top"
        ><div
          class="link-builder"
          data-controller="builder"
          data-builder-address-value="/dashboard/links/preview${link ? `?link=${link.id}` : ''}"
        >
          ${builderForm(page)}
          <aside class="builder-aside" aria-label="Preview" data-builder-target="preview">
            ${builderPreview(page)}
          </aside>
        </div></turbo-frame
      >`,
  };
}

function builderForm(page: BuilderPage): Html {
  const { link, state, choices, hopUrl } = page;
  const address = link ? `/dashboard/links/${link.id}` : '/dashboard';
  return form({
    action: link ? `${address}/edit` : '/dashboard/links/new',
    state,
    upload: true,
    frame: '_top',
    body: html`${link && html`<input type="hidden" name="next" value="${state.values?.next ?? ''}" />`}<button
        class="visually-hidden"
        type="submit"
        tabindex="-1"
        aria-hidden="true"
      >
        Enter
      </button>
      ${targetField(state, { autofocus: !link && !state.errors && !state.values?.url })} ${place(page)}
      <div class="builder-sections">
        ${about(state, choices)} ${previewSection(state)} ${utmSection(state, choices)} ${ending(state)}
        ${locking(state)} ${targeting(state)} ${apps(state)} ${testing(state)} ${delivery(state, choices)}
      </div>
      <datalist id="countries">
        ${countryNames().map((name) => html`<option value="${name}"></option>`)}
      </datalist>
      <div class="form-actions builder-actions">
        ${button({ label: link ? t('Save') : t('Create link'), kind: 'primary', busyLabel: t('Saving') })}
        ${linkButton({ label: t('Cancel'), href: address, kind: 'plain' })}
      </div>`,
  });

  function place({ choices: { domains } }: BuilderPage): Html {
    const domain = bind(state)('domain');
    const verified = domains.filter(({ isVerified }) => isVerified);
    const hint = link
      ? t('The old short URL stops working immediately.')
      : t('Letters, digits, hyphens and underscores. Leave empty for a random alias.');
    return html`${
      verified.length === 0
        ? nothing
        : selectField({
            ...domain,
            value: domain.value ?? '',
            label: t('Domain'),
            choices: [
              { value: link ? hopUrl : '', label: hopUrl.replace(/^https?:\/\//, '') },
              ...verified.map(({ host }) => ({ value: host, label: host })),
            ],
          })
    }
    ${aliasField(state, verified.length > 0 ? '' : hopUrl, hint, true)}`;
  }
}

interface PreviewParts {
  hopUrl: string;
  state: BuilderState;
  /** Availability of the alias. Undefined: no alias was entered. */
  alias: AliasState | undefined;
}

export type AliasState = { isFree: true } | { isFree: false; reason: string };

/** A preview of the form's result: the short URL, the card when shared, and the rules. */
export function builderPreview({ hopUrl, state, alias }: PreviewParts): Html {
  const { values = {} } = state;
  const base = orElse(values.domain, hopUrl).replace(/^https?:\/\//, '');
  return html`<section class="preview-part">
      <h2>Short URL</h2>
      <p class="preview-short">
        <bdi dir="ltr"><span>${base}/</span><b>${orElse(values.custom, '·····')}</b></bdi>
      </p>
      ${alias && aliasWord(alias)}
    </section>
    <section class="preview-part">
      <h2>Social preview</h2>
      ${socialCard(state, base)}
    </section>
    <section class="preview-part">
      <h2>Redirect</h2>
      ${ruleList(state)}
    </section>`;
}

const orElse = (text: string | undefined, other: string) => (text?.trim() ? text.trim() : other);

const aliasWord = (alias: AliasState): Html =>
  html`<p role="status">
    ${alias.isFree ? badge(t('Available'), 'success', 'check') : html`${badge(t('Not available'), 'danger')} ${alias.reason}`}
  </p>`;

function socialCard({ values = {} }: BuilderState, base: string): Html {
  const image = /^https:\/\//i.test(values.metaimage ?? '') ? values.metaimage : undefined;
  const title = orElse(values.previewtitle, orElse(values.metatitle, t('The title of the page')));
  return html`<div class="social-card">
    ${
      image
        ? html`<img src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer" />`
        : html`<div class="social-card-blank">${icon('image')}</div>`
    }
    <div class="social-card-text">
      <p class="social-card-site">${base.split(':')[0]}</p>
      <p class="social-card-title">${title}</p>
      <p class="social-card-description">${orElse(values.previewdescription, t('Page description'))}</p>
    </div>
  </div>`;
}
