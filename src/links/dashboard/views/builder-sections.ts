import { expiryField } from '../components.ts';
import { t } from '../../../kernel/translation/translate.ts';
import {
  checkbox,
  checkboxGroup,
  radioGroup,
  selectField,
} from '../../../web/components/fields/choice-field.ts';

import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind } from '../../../web/form.ts';
import { html, nothing, type Html } from '../../../web/html.ts';

import { utmNames, type BuilderState } from '../builder-state.ts';
import type { BuilderChoices } from '../builder-pages.ts';
import { bound, rows, section } from './builder-targets.ts';

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

export const card = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t('Social preview'),
    lead: t('Image, title and description shown when shared'),
    image: 'share-2',
    says: ['previewtitle', 'previewdescription', 'metaimage'],
    body: html`${textField({ ...field('previewtitle'), label: t('Title'), required: false, autocomplete: 'off', maxlength: 255 })}
    ${textArea({ ...field('previewdescription'), label: t('Description'), required: false, rows: 2 })}
    ${textField({
      ...field('metaimage'),
      label: t('Image URL'),
      type: 'url',
      required: false,
      hint: t('JPEG or PNG, ideally 1200 × 630.'),
      placeholder: 'https://example.com/card.png',
      autocomplete: 'off',
    })}`,
  });
};

export const ending = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t('Expiry'),
    lead: t('Expire by date or clicks'),
    image: 'clock',
    says: ['expiry', 'clicklimit', 'expiredurl'],
    body: html`${expiryField(field)}
    ${textField({ ...field('clicklimit'), label: t('Click limit'), required: false, type: 'number', min: 1 })}
    ${textField({
      ...field('expiredurl'),
      label: t('Redirect after expiry'),
      type: 'url',
      required: false,
      hint: t('Leave empty to show an expiry page.'),
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
    says: ['password', 'locked', 'nopassword'],
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

/** Checkboxes have no value other than what they send. */
export const utmSection = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t('UTM tags and parameters'),
    lead: t('Added to the destination URL'),
    image: 'plus',
    says: [...Object.keys(utmNames()), 'parameters', 'passquery', 'parameter_name'],
    body: html`<div class="builder-pairs">
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
        label: t('Other parameters'),
        add: t('Add parameter'),
        fields: [
          { field: 'name', label: t('Name') },
          { field: 'value', label: t('Value'), wide: true },
        ],
      })}
      ${checkbox({
        ...bound(field('passquery')),
        label: t('Forward query parameters'),
        hint: t('Appends ?ref=poster of the short URL to the destination URL.'),
        checked: state.values?.passquery !== undefined,
      })}`,
  });
};

export const testing = (state: BuilderState): Html =>
  section(state, {
    title: t('A/B test'),
    lead: t('Split visitors among several destinations'),
    image: 'split',
    says: ['variants', 'variant_link'],
    body: rows(state, {
      list: 'variant',
      error: 'variants',
      label: t('Variants, in percent'),
      add: t('Add variant'),
      fields: [
        { field: 'name', label: t('Name') },
        { field: 'weight', label: t('Share'), type: 'number', placeholder: '50' },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    }),
  });

export const delivery = (state: BuilderState, { splashPages, overlays, pixels }: BuilderChoices): Html => {
  const field = bind(state);
  const isUsed =
    (state.values?.type ?? 'direct') !== 'direct' || (state.values?.redirectstatus ?? '302') !== '302';
  return section(state, {
    title: t('Redirect options'),
    lead: t('Redirect type, splash page, overlay and pixels'),
    image: 'arrow-up-right',
    says: ['pixels', 'pixel', 'redirectstatus'],
    isUsed,
    body: html`${selectField({
      ...field('type'),
      label: t('Redirect type'),
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
      ...field('redirectstatus'),
      label: t('Redirect status'),
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
            label: t('Pixels'),
            values: state.lists.pixel ?? [],
            error: state.errors?.pixels,
            choices: byId(pixels),
          })
    }`,
  });
};
