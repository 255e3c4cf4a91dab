import { expiryField } from '../components.ts';
import { t } from '../../../web/translation/translate.ts';
import {
  checkbox,
  checkboxGroup,
  radioGroup,
  selectField,
} from '../../../web/components/fields/choice-field.ts';

import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind } from '../../../web/form.ts';
import { attributes, html, nothing, type Html } from '../../../web/html.ts';
import { button } from '../../../web/components/controls.ts';
import { parametersOfTemplate } from '../../utm/templates.ts';

import { previewField } from '../../shorten/preview-picture.ts';
import { options } from '../../shorten/options/options.ts';
import type { BuilderState } from '../builder-state.ts';
import type { BuilderChoices } from '../builder-pages.ts';
import { flags, flagsOf, namesOf, optionField, rows, section } from './builder-targets.ts';

export const about = (state: BuilderState, { tags, channels, campaigns }: BuilderChoices): Html => {
  const field = bind(state);
  return section(state, {
    title: t('Details'),
    lead: t('Title, tags, channel, campaign'),
    image: 'tag',
    says: ['metatitle', 'description', 'tags', 'channel', 'campaign'],
    body: html`${textField({
      ...field('metatitle'),
      label: t('Title'),
      required: false,
      hint: t('Leave empty to use the page’s title.'),
      autocomplete: 'off',
      maxlength: 255,
    })}
    ${textField({
      ...field('tags'),
      label: t('Tags'),
      required: false,
      hint:
        tags.length > 0
          ? t('Separate with commas, such as {tags}.', {
              tags: tags
                .slice(0, 3)
                .map(({ name }) => name)
                .join(', '),
            })
          : t('Separate with commas.'),
      autocomplete: 'off',
    })}
    ${
      channels.length > 0 &&
      selectField({
        ...field('channel'),
        label: state.values?.channels
          ? t('Add to channel (now in {channels})', { channels: state.values.channels })
          : t('Channel'),
        empty: t('None'),
        choices: byId(channels),
      })
    }
    ${campaigns.length > 0 && selectField({ ...field('campaign'), label: t('Campaign'), empty: t('None'), choices: byId(campaigns) })}
    ${textArea({ ...field('description'), label: t('Note'), required: false, hint: t('Only visible to you.'), rows: 2 })}
    ${radioGroup({
      ...field('status'),
      value: state.values?.status ?? 'public',
      label: t('Visibility'),
      inline: true,
      choices: [
        { value: 'public', label: t('Public') },
        { value: 'private', label: t('Private') },
      ],
    })}`,
  });
};

const byId = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }));

export const previewSection = (state: BuilderState): Html => {
  return section(state, {
    title: t('Social preview'),
    lead: t('Image, title and description shown when shared'),
    image: 'share-2',
    says: ['previewtitle', 'previewdescription', 'metaimage'],
    body: html`${textField({
      ...optionField(state, 'previewTitle'),
      required: false,
      autocomplete: 'off',
      maxlength: 255,
    })}
    ${textArea({ ...optionField(state, 'previewDescription'), required: false, rows: 2 })}
    ${textField({
      ...optionField(state, 'previewImage'),
      required: false,
      type: 'url',
      placeholder: 'https://example.com/card.png',
      autocomplete: 'off',
    })}
    ${fileField({
      ...bind(state)(previewField),
      label: t('Or upload an image'),
      required: false,
      accept: pictureTypes,
    })}`,
  });
};

export const ending = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t('Expiry'),
    lead: t('Expire by date or clicks'),
    image: 'clock',
    says: ['expiry', ...namesOf('clickLimit', 'expiredUrl')],
    body: html`${expiryField(field)}
    ${textField({ ...optionField(state, 'clickLimit'), required: false, type: 'number', min: 1 })}
    ${textField({
      ...optionField(state, 'expiredUrl'),
      required: false,
      type: 'url',
      autocomplete: 'off',
    })}`,
  });
};

export const locking = (state: BuilderState): Html => {
  const field = bind(state);
  const isLocked = state.values?.locked === 'on';
  return section(state, {
    title: t('Password'),
    lead: isLocked ? t('Visitors must enter it') : t('Require a password'),
    image: 'lock',
    says: ['locked', ...namesOf('password')],
    // Shown as plain text: it is meant to be shared with visitors, and is not a personal password.
    body: html`${textField({
      ...field('password'),
      label: isLocked ? t('New password') : t('Password'),
      required: false,
      autocomplete: 'off',
      mono: true,
      hint: isLocked ? t('Leave empty to keep the current one.') : undefined,
    })}
    ${isLocked && checkbox({ name: 'nopassword', label: t('Remove password') })}`,
  });
};

/** UTM parameters and their labels. */
const utmNames = () => ({
  utm_source: t('Source'),
  utm_medium: t('Medium'),
  utm_campaign: t('Campaign'),
  utm_term: t('Term'),
  utm_content: t('Content'),
});

export const utmSection = (state: BuilderState, { templates }: BuilderChoices): Html => {
  const field = bind(state);
  return section(state, {
    title: t('UTM tags and parameters'),
    lead: t('Added to the destination URL'),
    image: 'plus',
    says: ['utmtemplate', ...namesOf('parameters', ...flagsOf('parameters'))],
    body: html`${templates.length > 0 && templateChoice(state, templates)}
      <div class="builder-pairs">
        ${Object.entries(utmNames()).map(([name, label]) =>
          textField({
            ...field(name),
            label,
            required: false,
            autocomplete: 'off',
            placeholder: name,
            ...(name === 'utm_medium' && { list: 'media' }),
          }),
        )}
      </div>
      <datalist id="media">
        ${['email', 'social', 'cpc', 'print', 'qr', 'banner', 'affiliate'].map((name) => html`<option value="${name}"></option>`)}
      </datalist>
      ${rows(state, {
        list: 'parameter',
        error: 'parameters',
        label: t(options.parameters.label),
        add: t('Add parameter'),
        fields: [
          { field: 'name', label: t('Name') },
          { field: 'value', label: t('Value'), wide: true },
        ],
      })}
      ${flags(state, 'parameters')}`,
  });
};

const templateChoice = (state: BuilderState, templates: BuilderChoices['templates']): Html =>
  html`<div
    class="maker"
    ${attributes({
      'data-action': 'change->builder#fillIn',
      'data-templates': JSON.stringify(
        Object.fromEntries(templates.map((each) => [each.id, parametersOfTemplate(each)])),
      ),
    })}
  >
    ${selectField({
      ...bind(state)('utmtemplate'),
      label: t('UTM template'),
      empty: t('None'),
      choices: byId(templates),
    })}
    ${button({
      name: 'act',
      value: 'template',
      label: t('Apply'),
      data: { 'data-action': 'builder#fillIn', formnovalidate: true },
    })}
  </div>`;

export const testing = (state: BuilderState): Html =>
  section(state, {
    title: t('A/B test'),
    lead: t('Split visitors among several destinations'),
    image: 'split',
    says: namesOf('variants'),
    body: rows(state, {
      list: 'variant',
      error: 'variants',
      label: t(options.variants.label),
      add: t('Add variant'),
      fields: [
        { field: 'name', label: t('Name') },
        { field: 'weight', label: t('Share'), type: 'number', placeholder: '50' },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    }),
  });

export const delivery = (state: BuilderState, { splashPages, overlays, pixels }: BuilderChoices): Html => {
  const isUsed =
    (state.values?.type ?? 'direct') !== 'direct' || (state.values?.redirectstatus ?? '302') !== '302';
  return section(state, {
    title: t('Redirect options'),
    lead: t('Redirect type, splash page, overlay and pixels'),
    image: 'arrow-up-right',
    says: ['redirectstatus', ...namesOf('pixelIds', ...flagsOf('delivery'))],
    isUsed,
    body: html`${selectField({
      ...optionField(state, 'type'),
      choices: [
        { value: 'direct', label: t('Direct') },
        { value: 'frame', label: t('Framed, below a bar') },
        { value: 'splash', label: t('With a splash page') },
        ...splashPages.map(({ id, name }) => ({
          value: id,
          label: t('With the splash page “{name}”', { name }),
        })),
        ...overlays.map(({ id, name }) => ({
          value: `overlay-${id}`,
          label: t('With the overlay “{name}”', { name }),
        })),
      ],
    })}
    ${selectField({
      ...optionField(state, 'status'),
      value: state.values?.redirectstatus ?? '302',
      choices: [
        { value: '302', label: t('302 Found (recommended)') },
        { value: '301', label: t('301 Moved permanently (cached by browsers)') },
        { value: '307', label: t('307 Temporary redirect (keeps the method)') },
        { value: '308', label: t('308 Permanent redirect (keeps the method)') },
      ],
    })}
    ${
      pixels.length === 0
        ? nothing
        : checkboxGroup({
            name: 'pixel[]',
            id: 'field-pixels',
            label: t(options.pixelIds.label),
            values: state.lists.pixel ?? [],
            error: state.errors?.pixels,
            choices: byId(pixels),
          })
    }
    ${flags(state, 'delivery')}`,
  });
};
