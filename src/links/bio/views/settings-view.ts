import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { checkbox } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { aliasField } from '../../dashboard/components.ts';
import { max } from '../page/bio.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { bioPath, builderFrame } from './builder-frame.ts';
import { domainField } from './bios-view.ts';

interface SettingsPage extends BuilderState {
  hopUrl: string;
  domains: readonly string[];
  avatar: string | null;
  state: FormState;
}

/** The settings page: title, description, address and preview. */
export function settingsView(page: SettingsPage): View {
  const { state, bio } = page;
  const field = bind(state);
  return builderFrame(page, {
    tab: 'settings',
    body: form({
      action: `${bioPath(page)}/settings`,
      state,
      upload: true,
      body: html`${card({
          title: t('Header'),
          body: html`${textField({ ...field('title'), label: t('Name'), required: true, autocomplete: 'off', maxlength: max.title })}
          ${textArea({
            ...field('about'),
            label: t('About'),
            required: false,
            rows: 3,
            maxlength: max.about,
            hint: t('Shown below the name.'),
          })}
          ${avatarFields(page)}`,
        })}
        ${card({
          title: t('Short URL'),
          body: html`${aliasField(state, bio.domain ?? page.hopUrl, t('The old URL stops working immediately.'))}
          ${page.domains.length > 0 && domainField(state, page.hopUrl, page.domains)}`,
        })}
        ${card({
          title: t('Search and social preview'),
          lead: t('Default to the page’s name, description and picture.'),
          body: html`${textField({ ...field('metatitle'), label: t('Title'), required: false, autocomplete: 'off', maxlength: 255 })}
          ${textArea({ ...field('metadescription'), label: t('Description'), required: false, rows: 2, maxlength: 500 })}
          ${textField({
            ...field('metaimage'),
            label: t('Image URL'),
            required: false,
            type: 'url',
            icon: 'image',
            placeholder: 'https://example.com/card.jpg',
            autocomplete: 'off',
          })}`,
        })}
        <div class="form-actions">
          ${button({ label: t('Save'), kind: 'primary', busyLabel: t('Saving') })}
        </div>`,
    }),
  });
}

function avatarFields({ state, avatar }: SettingsPage) {
  const field = bind(state);
  const { name, error } = field('avatar');
  const { value, ...remove } = field('removeAvatar');
  return html`${fileField({
    ...{ name, error },
    label: t('Picture'),
    required: false,
    accept: pictureTypes,
    current: avatar,
  })}
  ${avatar !== null && checkbox({ ...remove, label: t('Remove image'), checked: value !== undefined })}`;
}
