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
import type { BuilderChoices } from '../builder-choices.ts';
import { rows } from './builder-rows.ts';

import { bound, section } from './builder-section.ts';
export const about = (state: BuilderState, { tags, channels, campaigns }: BuilderChoices): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Details',
    lead: 'Title, tags, channel, campaign',
    image: 'tag',
    says: ['metatitle', 'description', 'tags', 'channel', 'campaign'],
    body: html`${textField({
      ...field('metatitle'),
      label: 'Title',
      required: false,
      hint: 'Leave empty to use the page’s title.',
      autocomplete: 'off',
      maxlength: 255,
    })}
    ${textField({
      ...field('tags'),
      label: 'Tags',
      required: false,
      hint: `Separate with commas${
        tags.length > 0
          ? `, such as ${tags
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', ')}`
          : ''
      }.`,
      autocomplete: 'off',
    })}
    ${
      channels.length > 0 &&
      selectField({
        ...field('channel'),
        label: state.values?.channels ? `Channel, beside ${state.values.channels}` : 'Channel',
        empty: 'None',
        choices: byId(channels),
      })
    }
    ${campaigns.length > 0 && selectField({ ...field('campaign'), label: 'Campaign', empty: 'None', choices: byId(campaigns) })}
    ${textArea({ ...field('description'), label: 'Note', required: false, hint: 'Only visible to you.', rows: 2 })}
    ${radioGroup({
      ...field('status'),
      value: state.values?.status ?? 'public',
      label: 'Visibility',
      inline: true,
      choices: [
        { value: 'public', label: 'Public' },
        { value: 'private', label: 'Private' },
      ],
    })}`,
  });
};

const byId = (things: readonly { id: string; name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }));

export const card = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Social preview',
    lead: 'Image, title and description shown when shared',
    image: 'share-2',
    says: ['previewtitle', 'previewdescription', 'metaimage'],
    body: html`${textField({ ...field('previewtitle'), label: 'Title', required: false, autocomplete: 'off', maxlength: 255 })}
    ${textArea({ ...field('previewdescription'), label: 'Description', required: false, rows: 2 })}
    ${textField({
      ...field('metaimage'),
      label: 'Image URL',
      type: 'url',
      required: false,
      hint: 'JPEG or PNG, ideally 1200 × 630.',
      placeholder: 'https://example.com/card.png',
      autocomplete: 'off',
    })}`,
  });
};

export const ending = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Expiry',
    lead: 'Expire by date or clicks',
    image: 'clock',
    says: ['expiry', 'clicklimit', 'expiredurl'],
    body: html`${textField({ ...field('expiry'), label: 'Expires (UTC)', required: false, type: 'datetime-local' })}
    ${textField({ ...field('clicklimit'), label: 'Click limit', required: false, type: 'number', min: 1 })}
    ${textField({
      ...field('expiredurl'),
      label: 'Redirect after expiry',
      type: 'url',
      required: false,
      hint: 'Leave empty to show an expiry page.',
      autocomplete: 'off',
    })}`,
  });
};

export const locking = (state: BuilderState): Html => {
  const field = bind(state);
  const isLocked = state.values?.locked === 'on';
  return section(state, {
    title: 'Password',
    lead: isLocked ? 'Visitors must enter it' : 'Require a password',
    image: 'lock',
    says: ['password', 'locked', 'nopassword'],
    // In sight while it is written: it is said to others, and nobody's own.
    body: html`${textField({
      ...field('password'),
      label: isLocked ? 'New password' : 'Password',
      required: false,
      autocomplete: 'off',
      mono: true,
      hint: isLocked ? 'Leave empty to keep the current one.' : undefined,
    })}
    ${isLocked && checkbox({ name: 'nopassword', label: 'Remove password' })}`,
  });
};

/** A box has no value but what it sends. */
export const adding = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'UTM tags and parameters',
    lead: 'Added to the destination URL',
    image: 'plus',
    says: [...Object.keys(utmNames), 'parameters', 'passquery', 'parameter_name'],
    body: html`<div class="builder-pairs">
        ${Object.entries(utmNames).map(([name, label]) =>
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
        label: 'Other parameters',
        add: 'Add parameter',
        fields: [
          { field: 'name', label: 'Name' },
          { field: 'value', label: 'Value', wide: true },
        ],
      })}
      ${checkbox({
        ...bound(field('passquery')),
        label: 'Forward query parameters',
        hint: 'With ?ref=poster behind the short address, the long one gets it too.',
        checked: state.values?.passquery !== undefined,
      })}`,
  });
};

export const testing = (state: BuilderState): Html =>
  section(state, {
    title: 'A/B test',
    lead: 'Split visitors among several destinations',
    image: 'split',
    says: ['variants', 'variant_link'],
    body: rows(state, {
      list: 'variant',
      error: 'variants',
      label: 'Variants, in percent',
      add: 'Add variant',
      fields: [
        { field: 'name', label: 'Name' },
        { field: 'weight', label: 'Share', type: 'number', placeholder: '50' },
        { field: 'link', label: 'Destination', type: 'url', placeholder: 'https://', wide: true },
      ],
    }),
  });

export const way = (state: BuilderState, { splashPages, overlays, pixels }: BuilderChoices): Html => {
  const field = bind(state);
  const isUsed =
    (state.values?.type ?? 'direct') !== 'direct' || (state.values?.redirectstatus ?? '302') !== '302';
  return section(state, {
    title: 'Redirect options',
    lead: 'Redirect type, splash page, overlay and pixels',
    image: 'arrow-up-right',
    says: ['pixels', 'pixel', 'redirectstatus'],
    isUsed,
    body: html`${selectField({
      ...field('type'),
      label: 'Redirect type',
      choices: [
        { value: 'direct', label: 'Direct' },
        { value: 'frame', label: 'Framed, below a bar' },
        { value: 'splash', label: 'With a splash page' },
        ...splashPages.map(({ id, name }) => ({ value: id, label: `With the splash page “${name}”` })),
        ...overlays.map(({ id, name }) => ({ value: `overlay-${id}`, label: `With the overlay “${name}”` })),
      ],
    })}
    ${selectField({
      ...field('redirectstatus'),
      label: 'Redirect status',
      value: state.values?.redirectstatus ?? '302',
      choices: [
        { value: '302', label: '302 Found (recommended)' },
        { value: '301', label: '301 Moved permanently (cached by browsers)' },
        { value: '307', label: '307 Temporary redirect (keeps the method)' },
        { value: '308', label: '308 Permanent redirect (keeps the method)' },
      ],
    })}
    ${
      pixels.length === 0
        ? nothing
        : checkboxGroup({
            name: 'pixel[]',
            id: 'field-pixels',
            label: 'Pixels',
            values: state.lists.pixel ?? [],
            error: state.errors?.pixels,
            choices: byId(pixels),
          })
    }`,
  });
};
