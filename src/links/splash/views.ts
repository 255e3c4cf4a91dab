import { t } from '../../kernel/translation/translate.ts';
import { button, linkButton } from '../../web/components/button.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { menuLink } from '../../web/components/navigation/menu.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { relativeTime } from '../../web/components/time.ts';
import { bind, form, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import type { View } from '../../web/view.ts';
import {
  colorFields,
  colorValues,
  fieldGroup,
  pictureFields,
  previewButton,
  withPreview,
} from '../custom-pages/components.ts';
import { isExternal } from '../custom-pages/pictures.ts';
import { deletedNotice, namedCell, rowMenu, searchableList, type SearchedPage } from '../owned/lists.ts';
import type { Listed } from '../owned/owned.ts';
import { maxSeconds, type SplashContent, type SplashPage } from './splash-pages.ts';

const path = '/dashboard/splash';

export const splashPagesView = (shown: SearchedPage<Listed<SplashPage>>): View =>
  searchableList(
    {
      section: 'splash',
      path,
      title: t('Splash pages'),
      lead: t('Your own page between a link and its destination.'),
      words: {
        counted: (count) => t('{count, plural, one {# splash page} other {# splash pages}}', { count }),
        search: t('Search splash pages'),
        create: t('New splash page'),
        none: t('No matching splash pages'),
      },
      first: {
        illustration: 'links',
        title: t('Create your first splash page'),
        text: t(
          'Show a message, an image or a button before the redirect. Create one, then choose it as the redirect type of a link.',
        ),
      },
      deleted: deletedNotice(
        path,
        shown.deletedId,
        t('Splash page deleted'),
        t('Links that used it show the default splash page instead.'),
      ),
      rowId: ({ id }) => `splash-${id}`,
      columns: [
        { label: t('Splash page'), main: true, cell: (page) => namedCell(path, page, page.content.title) },
        { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
        { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, shown.now) },
        { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
      ],
    },
    shown,
  );

const actions = ({ id, name }: Listed<SplashPage>) =>
  rowMenu(
    `${path}/${id}`,
    name,
    menuLink({ label: t('Preview'), href: `${path}/${id}/preview`, icon: 'eye' }),
  );

interface SplashFormPage {
  /** The page being edited. Undefined for a new one. */
  page: Pick<SplashPage, 'id' | 'name'> | undefined;
  /** URLs of the current pictures. */
  pictures: { banner: string | null; avatar: string | null };
  state: FormState;
}

export function splashFormView({ page, pictures, state }: SplashFormPage): View {
  const address = page ? `${path}/${page.id}/edit` : `${path}/new`;
  const title = page ? page.name : t('New splash page');
  return {
    title,
    section: 'splash',
    body: html`${pageHeader({
      title,
      above: breadcrumbs([{ label: t('Splash pages'), href: path }, { label: title }]),
      lead: t('A page shown briefly before the destination.'),
    })}
    ${withPreview({
      title: t('Preview of the splash page'),
      source: page ? `${path}/${page.id}/preview` : `${path}/preview`,
      form: form({
        action: address,
        state,
        upload: true,
        body: html`${page && html`<input type="hidden" name="id" value="${page.id}" />`}
          ${fields(state, pictures)}
          <div class="form-actions">
            ${button({ label: page ? t('Save') : t('Create splash page'), kind: 'primary', busyLabel: t('Saving') })}
            ${previewButton(`${path}/preview`)}
            ${linkButton({ label: t('Cancel'), href: path, kind: 'plain' })}
          </div>`,
      }),
    })}`,
  };
}

function fields(state: FormState, pictures: SplashFormPage['pictures']): Html {
  const field = bind(state);
  return html`${textField({ ...field('name'), label: t('Name'), hint: t('Only visible to you.'), maxlength: 100, autocomplete: 'off' })}
  ${fieldGroup(
    t('Text'),
    html`${textField({ ...field('title'), label: t('Title'), maxlength: 120, autocomplete: 'off' })}
    ${textArea({ ...field('message'), label: t('Message'), required: false, rows: 4, maxlength: 2000 })}`,
  )}
  ${fieldGroup(
    t('Pictures'),
    html`${pictureFields({
      state,
      name: 'banner',
      label: t('Banner'),
      hint: t('Best with a 2:1 ratio.'),
      current: pictures.banner,
      isRemovable: true,
    })}
    ${pictureFields({
      state,
      name: 'avatar',
      label: t('Avatar'),
      hint: t('A face or logo, cropped to a circle.'),
      current: pictures.avatar,
      isRemovable: true,
    })}`,
  )}
  ${fieldGroup(
    t('Button'),
    html`<div class="form-row">
      ${textField({
        ...field('button'),
        label: t('Text'),
        required: false,
        maxlength: 60,
        autocomplete: 'off',
        placeholder: t('Read the story'),
      })}
      ${textField({ ...field('url'), label: t('Destination'), required: false, type: 'url', placeholder: 'https://', autocomplete: 'off' })}
    </div>`,
  )}
  ${fieldGroup(
    t('Redirect'),
    textField({
      ...field('seconds'),
      label: t('Redirect after'),
      suffix: t('seconds'),
      hint: t('Visitors can pause or continue earlier. With 0, they must press Continue.'),
      type: 'number',
      min: 0,
      max: maxSeconds,
      inputmode: 'numeric',
    }),
  )}
  ${colorFields(state)}`;
}

export const stateOfSplash = ({ name, content }: { name: string; content: SplashContent }): FormState => ({
  values: {
    name,
    title: content.title,
    message: content.message,
    button: content.buttonText,
    url: content.buttonAddress ?? '',
    seconds: String(content.seconds),
    banner_address: content.banner && isExternal(content.banner) ? content.banner : '',
    avatar_address: content.avatar && isExternal(content.avatar) ? content.avatar : '',
    ...colorValues(content.colors),
  },
});
