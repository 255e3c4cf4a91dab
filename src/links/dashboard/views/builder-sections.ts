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
    title: 'Title, note and where it belongs',
    lead: 'Tags, a channel, a campaign',
    image: 'tag',
    says: ['metatitle', 'description', 'tags', 'channel', 'campaign', 'status'],
    isUsed: true,
    body: html`${textField({
      ...field('metatitle'),
      label: 'Title',
      required: false,
      hint: 'Left empty, it is read from the page.',
      autocomplete: 'off',
      maxlength: 255,
    })}
    ${textField({
      ...field('tags'),
      label: 'Tags',
      required: false,
      hint: `Words of your own, with commas between them${
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
    ${textArea({ ...field('description'), label: 'Note', required: false, hint: 'Only you see it.', rows: 2 })}
    ${radioGroup({
      ...field('status'),
      value: state.values?.status ?? 'public',
      label: 'Who may find it',
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
    title: 'Social card',
    lead: 'What others see where you share it',
    image: 'share-2',
    says: ['previewtitle', 'previewdescription', 'metaimage'],
    body: html`${textField({ ...field('previewtitle'), label: 'Title', required: false, autocomplete: 'off', maxlength: 255 })}
    ${textArea({ ...field('previewdescription'), label: 'Description', required: false, rows: 2 })}
    ${textField({
      ...field('metaimage'),
      label: 'Address of a picture',
      type: 'url',
      required: false,
      hint: 'JPEG or PNG, best 1200 × 630.',
      placeholder: 'https://example.com/card.png',
      autocomplete: 'off',
    })}`,
  });
};

export const ending = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Expiry',
    lead: 'By date or by clicks, and where to go then',
    image: 'clock',
    says: ['expiry', 'clicklimit', 'expiredurl'],
    body: html`${textField({ ...field('expiry'), label: 'Expires (UTC)', required: false, type: 'datetime-local' })}
    ${textField({ ...field('clicklimit'), label: 'After so many clicks', required: false, type: 'number', min: 1 })}
    ${textField({
      ...field('expiredurl'),
      label: 'Afterwards to',
      type: 'url',
      required: false,
      hint: 'Left empty, a page says that it is over.',
      autocomplete: 'off',
    })}`,
  });
};

export const locking = (state: BuilderState): Html => {
  const field = bind(state);
  const isLocked = state.values?.locked === 'on';
  return section(state, {
    title: 'Password',
    lead: isLocked ? 'Visitors are asked for it' : 'Only for those who know it',
    image: 'lock',
    says: ['password', 'locked', 'nopassword'],
    // In sight while it is written: it is said to others, and nobody's own.
    body: html`${textField({
      ...field('password'),
      label: isLocked ? 'Another password' : 'Password',
      required: false,
      autocomplete: 'off',
      mono: true,
      hint: isLocked ? 'Left empty, the present one stays.' : undefined,
    })}
    ${isLocked && checkbox({ name: 'nopassword', label: 'Take the password away' })}`,
  });
};

/** A box has no value but what it sends. */
export const adding = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'UTM tags and parameters',
    lead: 'Added to the long address',
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
        add: 'Add a parameter',
        fields: [
          { field: 'name', label: 'Name' },
          { field: 'value', label: 'Value', wide: true },
        ],
      })}
      ${checkbox({
        ...bound(field('passquery')),
        label: 'Pass on what stands behind the short address',
        hint: 'With ?ref=poster behind the short address, the long one gets it too.',
        checked: state.values?.passquery !== undefined,
      })}`,
  });
};

export const testing = (state: BuilderState): Html =>
  section(state, {
    title: 'A/B test',
    lead: 'Several addresses, each for a share of the visitors',
    image: 'split',
    says: ['variants', 'variant_link'],
    body: rows(state, {
      list: 'variant',
      error: 'variants',
      label: 'Variants, in shares of a hundred',
      add: 'Add a variant',
      fields: [
        { field: 'name', label: 'Name' },
        { field: 'weight', label: 'Share', type: 'number', placeholder: '50' },
        { field: 'link', label: 'Leads to', type: 'url', placeholder: 'https://', wide: true },
      ],
    }),
  });

export const way = (state: BuilderState, { splashPages, overlays, pixels }: BuilderChoices): Html => {
  const field = bind(state);
  const isUsed =
    (state.values?.type ?? 'direct') !== 'direct' || (state.values?.redirectstatus ?? '302') !== '302';
  return section(state, {
    title: 'The way there',
    lead: 'Redirect, frame, splash page, overlay, pixels',
    image: 'arrow-up-right',
    says: ['pixels', 'pixel', 'redirectstatus'],
    isUsed,
    body: html`${selectField({
      ...field('type'),
      label: 'How visitors get there',
      choices: [
        { value: 'direct', label: 'At once' },
        { value: 'frame', label: 'In a frame below a bar' },
        { value: 'splash', label: 'Over a splash page' },
        ...splashPages.map(({ id, name }) => ({ value: id, label: `Over the splash page “${name}”` })),
        ...overlays.map(({ id, name }) => ({ value: `overlay-${id}`, label: `With the overlay “${name}”` })),
      ],
    })}
    ${selectField({
      ...field('redirectstatus'),
      label: 'Status of the redirect',
      value: state.values?.redirectstatus ?? '302',
      choices: [
        { value: '302', label: '302, for now (recommended)' },
        { value: '301', label: '301, for good: browsers remember it' },
        { value: '307', label: '307, for now, with the same method' },
        { value: '308', label: '308, for good, with the same method' },
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
