import { t } from '../../kernel/translation/translate.ts';
import { button, linkButton } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { radioGroup, selectField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton, menuLink } from '../../web/components/navigation/menu.ts';
import { pagination } from '../../web/components/navigation/pagination.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { relativeTime } from '../../web/components/time.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import type { View } from '../../web/view.ts';
import { deletedNotice } from '../owned/lists.ts';
import { editView } from '../owned/views.ts';
import type { ConsentMode, ListedPixel, Pixel } from './pixels.ts';
import { providerKeys, providers } from './providers.ts';

interface PixelsPage {
  pixels: readonly ListedPixel[];
  page: number;
  pages: number;
  now: Date;
  mode: ConsentMode;
  deletedId: number | undefined;
  /** State of the form. */
  state: FormState;
}

export function pixelsView(shown: PixelsPage): View {
  return {
    title: t('Pixels'),
    section: 'pixels',
    body: html`${pageHeader({
      title: t('Pixels'),
      lead: html`Advertising and analytics tags. ${asked()[shown.mode]}`,
      actions: linkButton({ label: t('Consent'), href: '/dashboard/pixels/consent', icon: 'shield-check' }),
    })}
    ${deletedNotice(
      '/dashboard/pixels',
      shown.deletedId,
      t('Pixel deleted'),
      t('It no longer fires. You can restore it on the same links.'),
    )}
    ${card({ title: t('Add a pixel'), body: createForm(shown.state) })}
    ${card({ flush: true, body: list(shown) })}
    ${pagination({ page: shown.page, pages: shown.pages, href: (page) => `/dashboard/pixels?page=${page}` })}`,
  };
}

const asked = (): Readonly<Record<ConsentMode, string>> => ({
  ask: t('They fire for visitors who allow it.'),
  notice: t('Visitors are notified before they fire and can opt out.'),
  legitimate: t('They fire without asking, except for visitors whose browser opts out of tracking.'),
});

function createForm(state: FormState): Html {
  return form({
    action: '/dashboard/pixels',
    state,
    body: html`${selectField({
        ...bind(state)('type'),
        label: t('Provider'),
        empty: t('Choose a provider'),
        choices: providerKeys.map((value) => ({ value, label: providers[value].name })),
      })}
      ${nameAndTag(state, t('The ID from your provider, such as GTM-ABCDE.'))}
      <p>${button({ label: t('Add'), kind: 'primary', icon: 'plus', busyLabel: t('Adding') })}</p>`,
  });
}

function list({ pixels, now }: PixelsPage): Html {
  return table({
    caption: t('Your pixels'),
    rows: pixels,
    rowId: ({ id }) => `pixel-${id}`,
    columns: [
      {
        label: t('Name'),
        main: true,
        cell: ({ id, name }) => html`<a href="/dashboard/pixels/${id}">${name}</a>`,
      },
      { label: t('Provider'), cell: ({ provider }) => providers[provider].name },
      { label: t('Tag'), cell: ({ tag }) => html`<code>${tag}</code>` },
      { label: t('Links'), align: 'end', cell: ({ links }) => shortNumber(links) },
      { label: t('Added'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'chart',
      title: t('No pixels yet'),
      text: t('Add a tag from a service such as Google Tag Manager or Facebook above.'),
    }),
  });
}

function actions({ id, name }: Pixel): Html {
  const address = `/dashboard/pixels/${id}`;
  return menu({
    label: t('Actions for {name}', { name }),
    items: html`${menuLink({ label: t('Edit'), href: address, icon: 'pencil' })}
    ${menuButton({
      label: t('Delete'),
      to: `${address}/delete`,
      icon: 'trash-2',
      danger: true,
    })}`,
  });
}

/** The page for editing a pixel. */
export const pixelView = (pixel: Pixel, state: FormState): View =>
  editView({
    section: 'pixels',
    title: t('Edit pixel'),
    lead: t('An existing pixel of {name}.', { name: providers[pixel.provider].name }),
    list: { label: t('Pixels'), href: '/dashboard/pixels' },
    name: pixel.name,
    action: `/dashboard/pixels/${pixel.id}`,
    state,
    fields: nameAndTag(state, t('Such as {example}.', { example: providers[pixel.provider].example })),
  });

function nameAndTag(state: FormState, hint: string): Html {
  const field = bind(state);
  return html`${textField({ ...field('name'), label: t('Name'), hint: t('Only visible to you.'), maxlength: 100, autocomplete: 'off' })}
  ${textField({ ...field('tag'), label: t('Tag'), hint, mono: true, autocomplete: 'off' })}`;
}

/** The pixel consent settings. */
export function consentView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Pixel consent'),
    section: 'pixels',
    body: html`${pageHeader({
      title: t('Consent'),
      above: breadcrumbs([{ label: t('Pixels'), href: '/dashboard/pixels' }, { label: t('Consent') }]),
      lead: t('Pixels share visits with third parties. Many countries require the visitor’s consent.'),
    })}
    ${form({
      action: '/dashboard/pixels/consent',
      state,
      submit: t('Save'),
      busyLabel: t('Saving'),
      cancel: { label: t('Cancel'), href: '/dashboard/pixels' },
      body: html`${radioGroup({
          ...field('mode'),
          label: t('Before firing pixels'),
          choices: [
            {
              value: 'ask',
              label: t('Ask'),
              hint: t(
                'Pixels fire only for visitors who allow it. Their choice applies to all your links for six months.',
              ),
            },
            {
              value: 'notice',
              label: t('Notify'),
              hint: t('Visitors see a short notice and can opt out.'),
            },
            {
              value: 'legitimate',
              label: t('Neither'),
              hint: t('You rely on another legal basis.'),
            },
          ],
        })}
        ${textField({
          ...field('privacy'),
          label: t('Privacy policy URL'),
          hint: t('Linked in the consent question.'),
          required: false,
          type: 'url',
          placeholder: 'https://',
          autocomplete: 'off',
        })}
        <p class="field-hint">
          Pixels never fire for visitors who send Do Not Track or Global Privacy Control.
        </p>`,
    })}`,
  };
}
