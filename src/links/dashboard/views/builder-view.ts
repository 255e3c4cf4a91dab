import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { bind, form } from '../../../web/form.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { shortName, type Link } from '../../record/link.ts';
import { countryNames } from '../country-names.ts';
import type { BuilderChoices } from '../builder-choices.ts';
import { builderPreview, type PreviewParts } from './builder-preview.ts';
import { about, utmSection, card, ending, locking, testing, delivery } from './builder-sections.ts';
import { apps, targeting } from './builder-targets.ts';
import { aliasField, targetField } from '../components/link-fields.ts';

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
      ${about(state, choices)} ${card(state)} ${ending(state)} ${locking(state)} ${targeting(state)}
      ${apps(state)} ${utmSection(state)} ${testing(state)} ${delivery(state, choices)}
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
    ${aliasField(state, verified.length > 0 ? '' : hopUrl, hint)}`;
  }
}
