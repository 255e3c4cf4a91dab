import { t } from '../../../web/translation/translate.ts';
import { avatar } from '../../../web/components/people.ts';
import { card, notice, pageHeader, day } from '../../../web/components/surfaces.ts';
import { selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import type { Category } from '../../categories.ts';
import { restoreDays } from '../editing.ts';
import { longestPageAbout, longestPageTitle } from '../page-content.ts';
import { pathOfPage, type SocialPage } from '../../access/page.ts';
import type { OwnPicture } from '../../../platform/files/store.ts';
import { longestVerificationNote, type Verification } from '../operating.ts';
import { pageTabs } from './page-header.ts';

/** The form for a new page. */
export const newPageView = (categories: readonly Category[], state: FormState, base: string): View => ({
  title: t('New page'),
  section: 'pages',
  body: html`${pageHeader({
    title: t('New page'),
    lead: t('For a business, club, band or cause, run by you and your team.'),
  })}
  ${card({
    body: form({
      action: '/pages/new',
      submit: t('Create page'),
      busyLabel: t('Creating'),
      cancel: { label: t('Cancel'), href: '/pages' },
      state,
      body: fields(categories, state, base),
    }),
  })}`,
});

function fields(
  categories: readonly Category[],
  state: FormState,
  base: string,
  present?: SocialPage['category'],
): Html {
  const bound = bind(state);
  const offered = categories.map(({ id, name }) => ({ value: id, label: name }));
  const selected = present && !offered.some(({ value }) => value === present.id);
  return html`${textField({ ...bound('title'), label: t('Name'), maxlength: longestPageTitle })}
  ${textField({
    ...bound('username'),
    label: t('URL'),
    prefix: `${base.replace(/^https?:\/\//, '')}/pages/`,
    hint: t('Letters, digits, dots and underscores.'),
    maxlength: 32,
    mono: true,
    autocomplete: 'off',
  })}
  ${selectField({
    ...bound('category'),
    label: t('Category'),
    required: false,
    empty: t('None'),
    choices: selected ? [...offered, { value: present.id, label: present.name }] : offered,
  })}
  ${textArea({ ...bound('about'), label: t('About'), rows: 4, required: false, maxlength: longestPageAbout })}
  ${textField({ ...bound('website'), label: t('Website'), type: 'url', placeholder: 'https://', required: false, maxlength: 500 })}`;
}

export interface EditPageOptions {
  page: SocialPage;
  categories: readonly Category[];
  verification: Verification | undefined;
  base: string;
  /** State of a rejected form. */
  refused?: { form: 'page' | OwnPicture | 'verification'; state: FormState };
}

/** The settings of a page. */
export function editPageView(options: EditPageOptions): View {
  const { page, categories, base, refused } = options;
  const { title, username, about, website, category } = page;
  const here = pathOfPage(page);
  const stateOf = (form: NonNullable<typeof refused>['form']): FormState =>
    refused?.form === form ? refused.state : {};
  const values = { title, username, about, website, category: category?.id ?? '' };
  const state = stateOf('page');
  return {
    title: t('Edit {title}', { title }),
    section: 'pages',
    body: html`${pageHeader({ title: t('Edit {title}', { title }) })} ${pageTabs(page, 'edit')}
    ${card({
      body: form({
        action: `${here}/edit`,
        submit: t('Save'),
        busyLabel: t('Saving'),
        state,
        body: fields(categories, { ...state, values: { ...values, ...state.values } }, base, category),
      }),
    })}
    ${pictureCard(page, 'picture', stateOf('picture'))} ${pictureCard(page, 'cover', stateOf('cover'))}
    ${verificationCard(options, stateOf('verification'))} ${page.role === 'owner' && deleteCard(page)}`,
  };
}

const pictureWords = () =>
  ({
    picture: {
      title: t('Picture'),
      lead: t('Square, shown next to the name.'),
      remove: t('Remove the picture?'),
    },
    cover: { title: t('Cover'), lead: t('Shown at the top of the page.'), remove: t('Remove the cover?') },
  }) as const;

function pictureCard(page: SocialPage, which: OwnPicture, state: FormState): Html {
  const { title, lead, remove } = pictureWords()[which];
  const address = which === 'picture' ? page.portrait : page.cover;
  const name = `${which}-file`;
  return card({
    title,
    lead,
    body: html`${
      address !== null &&
      html`<div class="own-picture">
        ${
          which === 'picture'
            ? avatar(
                {
                  id: page.id,
                  name: page.title,
                  picture: address,
                },
                'huge',
              )
            : html`<img class="own-cover" src="${address}" alt="The cover" />`
        }
        ${buttonForm({
          to: `${pathOfPage(page)}/picture/remove`,
          label: t('Remove'),
          kind: 'quiet',
          fields: { handle: which },
          confirm: remove,
        })}
      </div>`
    }
    ${form({
      action: `${pathOfPage(page)}/picture`,
      upload: true,
      submit: t('Save {which}', { which }),
      submitKind: 'quiet',
      state: { message: state.message, errors: { [name]: state.errors?.file } },
      body: html`<input type="hidden" name="handle" value="${which}" /> ${fileField({
          name: 'file',
          id: `field-${name}`,
          label: t('New {which}', { which }),
          hint: t('JPEG, PNG, WebP, AVIF or GIF, at most 16 MiB.'),
          accept: pictureTypes,
          error: state.errors?.file,
        })}`,
    })}`,
  });
}

function verificationCard({ page, verification }: EditPageOptions, state: FormState): Html | false {
  if (page.heldAt || page.suspendedAt) return false;
  if (page.isVerified)
    return card({ title: t('Verification'), body: html`<p>Verified by the operators.</p>` });
  if (verification && !verification.decidedAt)
    return card({
      title: t('Verification'),
      body: html`<p>Requested on ${day(verification.createdAt)}. An operator will review it.</p>`,
    });
  return card({
    title: t('Verification'),
    lead: t('Ask the operators to verify this page.'),
    body: html`${
      verification?.outcome === 'declined' &&
      notice({
        title: t('Your last request was declined'),
        tone: 'warning',
        body: html`<p>${verification.answer || t('No reason was given.')}</p>`,
      })
    }
    ${form({
      action: `${pathOfPage(page)}/verification`,
      submit: t('Request verification'),
      submitKind: 'quiet',
      state,
      body: textArea({
        ...bind(state)('note'),
        label: t('Evidence'),
        hint: t('Such as “Our website links to this page.”'),
        maxlength: longestVerificationNote,
      }),
    })}`,
  });
}

const deleteCard = (page: SocialPage): Html | false =>
  page.suspendedAt === null &&
  card({
    title: t('Delete page'),
    danger: true,
    lead: t('Deletes the page and its posts. You can restore it for {restoreDays} days.', { restoreDays }),
    body: buttonForm({
      to: `${pathOfPage(page)}/delete`,
      label: t('Delete page'),
      kind: 'danger',
      icon: 'trash-2',
      confirm: t('Delete {title}?', { title: page.title }),
    }),
  });
