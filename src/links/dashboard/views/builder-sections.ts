import {
  checkbox,
  checkboxGroup,
  radioGroup,
  selectField,
} from '../../../web/components/fields/choice-field.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind } from '../../../web/form.ts';
import { attributes, html, nothing, type Fragment, type Html } from '../../../web/html.ts';
import { deviceNames } from '../../redirect/visitor/device-name.ts';
import { rowsOf, utmNames, type BuilderState } from '../builder-state.ts';
import type { BuilderChoices } from '../builder-choices.ts';
import { rows } from './builder-rows.ts';

/** A part of the form that opens; it stands open when it says something, or when something in it is wrong. */
function section(
  state: BuilderState,
  options: {
    title: string;
    lead: string;
    image: IconName;
    says: readonly string[];
    isUsed?: boolean;
    body: Fragment;
  },
): Html {
  const { values = {}, errors = {}, lists } = state;
  const used = options.says.filter((name) => Boolean(values[name]) || lists[name]?.some(Boolean) === true);
  const wrong = options.says.some((name) => errors[name]);
  return html`<details
    class="builder-section"
    ${attributes({ open: wrong || used.length > 0 || options.isUsed })}
  >
    <summary>
      ${icon(options.image)}<span><b>${options.title}</b><small>${options.lead}</small></span
      >${icon('chevron-down')}
    </summary>
    <div class="builder-fields">${options.body}</div>
  </details>`;
}

export const about = (state: BuilderState, { tags, channels, campaigns }: BuilderChoices): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Title, note and where it belongs',
    lead: 'Tags, a channel, a campaign',
    image: 'tag',
    says: ['metatitle', 'description', 'tags', 'channel', 'campaign', 'status'],
    isUsed: true,
    body: html`${textField({ ...field('metatitle'), label: 'Title', required: false, hint: 'Left empty, it is read from the page.', autocomplete: 'off', maxlength: 255 })}
    ${textField({ ...field('tags'), label: 'Tags', required: false, hint: `Words of your own, with commas between them${tags.length > 0 ? `, such as ${tags.slice(0, 3).map(({ name }) => name).join(', ')}` : ''}.`, autocomplete: 'off' })}
    ${channels.length > 0 && selectField({ ...field('channel'), label: state.values?.channels ? `Channel, beside ${state.values.channels}` : 'Channel', empty: 'None', choices: byId(channels) })}
    ${campaigns.length > 0 && selectField({ ...field('campaign'), label: 'Campaign', empty: 'None', choices: byId(campaigns) })}
    ${textArea({ ...field('description'), label: 'Note', required: false, hint: 'Only you see it.', rows: 2 })}
    ${radioGroup({ ...field('status'), value: state.values?.status ?? 'public', label: 'Who may find it', inline: true, choices: [{ value: 'public', label: 'Public' }, { value: 'private', label: 'Private' }] })}`,
  });
}; // prettier-ignore

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
    ${textField({ ...field('metaimage'), label: 'Address of a picture', type: 'url', required: false, hint: 'JPEG or PNG, best 1200 × 630.', placeholder: 'https://example.com/card.png', autocomplete: 'off' })}`,
  });
}; // prettier-ignore

export const ending = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Expiry',
    lead: 'By date or by clicks, and where to go then',
    image: 'clock',
    says: ['expiry', 'clicklimit', 'expiredurl'],
    body: html`${textField({ ...field('expiry'), label: 'Expires (UTC)', required: false, type: 'datetime-local' })}
    ${textField({ ...field('clicklimit'), label: 'After so many clicks', required: false, type: 'number', min: 1 })}
    ${textField({ ...field('expiredurl'), label: 'Afterwards to', type: 'url', required: false, hint: 'Left empty, a page says that it is over.', autocomplete: 'off' })}`,
  });
}; // prettier-ignore

export const locking = (state: BuilderState): Html => {
  const field = bind(state);
  const isLocked = state.values?.locked === 'on';
  return section(state, {
    title: 'Password',
    lead: isLocked ? 'Visitors are asked for it' : 'Only for those who know it',
    image: 'lock',
    says: ['password', 'locked', 'nopassword'],
    // In sight while it is written: it is said to others, and nobody's own.
    body: html`${textField({ ...field('password'), label: isLocked ? 'Another password' : 'Password', required: false, autocomplete: 'off', mono: true, hint: isLocked ? 'Left empty, the present one stays.' : undefined })}
    ${isLocked && checkbox({ name: 'nopassword', label: 'Take the password away' })}`,
  });
}; // prettier-ignore

export const targeting = (state: BuilderState): Html => {
  const isUsed = (['geo', 'device', 'language'] as const).some((list) => rowsOf(state, list).length > 0);
  return section(state, {
    title: 'Where it leads for whom',
    lead: 'By country, device and language',
    image: 'globe',
    says: ['geotarget', 'devicetarget', 'languagetarget'],
    isUsed,
    body: html`${rows(state, {
      list: 'geo', error: 'geotarget', label: 'By country', add: 'Add a country',
      fields: [
        { field: 'location', label: 'Country', list: 'countries' },
        { field: 'region', label: 'Region, if any' },
        { field: 'link', label: 'Leads to', type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'device', error: 'devicetarget', label: 'By device', add: 'Add a device',
      fields: [
        { field: 'device', label: 'Device', choices: deviceNames.map((name) => ({ value: name, label: deviceTitles[name] })) },
        { field: 'link', label: 'Leads to', type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'language', error: 'languagetarget', label: 'By language', add: 'Add a language',
      fields: [
        { field: 'language', label: 'Language', choices: languages },
        { field: 'link', label: 'Leads to', type: 'url', placeholder: 'https://', wide: true },
      ],
    })}`,
  });
}; // prettier-ignore

export const deviceTitles: Readonly<Record<(typeof deviceNames)[number], string>> = {
  iphone: 'iPhone', ipad: 'iPad', ios: 'iPhone or iPad', android: 'Android', windows: 'Windows', 'mac os': 'Mac', linux: 'Linux',
  'chrome os': 'Chromebook', mobile: 'Any phone', tablet: 'Any tablet', desktop: 'Any computer',
}; // prettier-ignore

const codes = 'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh'; // prettier-ignore
const languageNames = new Intl.DisplayNames('en', { type: 'language' });
export const languages = codes
  .split(' ')
  .map((code) => ({ value: code, label: languageNames.of(code) ?? code }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

export const apps = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'Apps',
    lead: 'To the stores, and into the app',
    image: 'smartphone',
    says: ['apple', 'google', 'automatic', 'deeplink'],
    body: html`${textField({ ...field('apple'), label: 'In the App Store', type: 'url', required: false, placeholder: 'https://apps.apple.com/…', autocomplete: 'off' })}
    ${textField({ ...field('google'), label: 'On Google Play', type: 'url', required: false, placeholder: 'https://play.google.com/…', autocomplete: 'off' })}
    ${checkbox({ ...bound(field('automatic')), label: 'Open the app by itself', hint: 'With an app’s own address under “By device”; who has no such app gets the store.', checked: state.values?.automatic !== undefined })}`,
  });
}; // prettier-ignore

/** A box has no value but what it sends. */
const bound = ({ name, error }: ReturnType<ReturnType<typeof bind>>) => ({ name, error });

export const adding = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: 'UTM tags and parameters',
    lead: 'Added to the long address',
    image: 'plus',
    says: [...Object.keys(utmNames), 'parameters', 'passquery', 'parameter_name'],
    body: html`<div class="builder-pairs">
      ${Object.entries(utmNames).map(([name, label]) => textField({ ...field(name), label, required: false, autocomplete: 'off', placeholder: name, ...(name === 'utm_medium' && { list: 'media' }) }))}
    </div>
    <datalist id="media">${['email', 'social', 'cpc', 'print', 'qr', 'banner', 'affiliate'].map((name) => html`<option value="${name}"></option>`)}</datalist>
    ${rows(state, {
      list: 'parameter', error: 'parameters', label: 'Other parameters', add: 'Add a parameter',
      fields: [{ field: 'name', label: 'Name' }, { field: 'value', label: 'Value', wide: true }],
    })}
    ${checkbox({ ...bound(field('passquery')), label: 'Pass on what stands behind the short address', hint: 'With ?ref=poster behind the short address, the long one gets it too.', checked: state.values?.passquery !== undefined })}`,
  });
}; // prettier-ignore

export const testing = (state: BuilderState): Html =>
  section(state, {
    title: 'A/B test',
    lead: 'Several addresses, each for a share of the visitors',
    image: 'split',
    says: ['variants', 'variant_link'],
    body: rows(state, {
      list: 'variant', error: 'variants', label: 'Variants, in shares of a hundred', add: 'Add a variant',
      fields: [
        { field: 'name', label: 'Name' },
        { field: 'weight', label: 'Share', type: 'number', placeholder: '50' },
        { field: 'link', label: 'Leads to', type: 'url', placeholder: 'https://', wide: true },
      ],
    }),
  }); // prettier-ignore

export const way = (state: BuilderState, { splashPages, overlays, pixels }: BuilderChoices): Html => {
  const field = bind(state);
  const isUsed = (state.values?.type ?? 'direct') !== 'direct' || (state.values?.redirectstatus ?? '302') !== '302';
  return section(state, {
    title: 'The way there',
    lead: 'Redirect, frame, splash page, overlay, pixels',
    image: 'arrow-up-right',
    says: ['pixels', 'pixel', 'redirectstatus'],
    isUsed,
    body: html`${selectField({
      ...field('type'), label: 'How visitors get there',
      choices: [
        { value: 'direct', label: 'At once' },
        { value: 'frame', label: 'In a frame below a bar' },
        { value: 'splash', label: 'Over a splash page' },
        ...splashPages.map(({ id, name }) => ({ value: id, label: `Over the splash page “${name}”` })),
        ...overlays.map(({ id, name }) => ({ value: `overlay-${id}`, label: `With the overlay “${name}”` })),
      ],
    })}
    ${selectField({
      ...field('redirectstatus'), label: 'Status of the redirect', value: state.values?.redirectstatus ?? '302',
      choices: [
        { value: '302', label: '302, for now (recommended)' },
        { value: '301', label: '301, for good: browsers remember it' },
        { value: '307', label: '307, for now, with the same method' },
        { value: '308', label: '308, for good, with the same method' },
      ],
    })}
    ${pixels.length === 0 ? nothing : checkboxGroup({ name: 'pixel[]', id: 'field-pixels', label: 'Pixels', values: state.lists.pixel ?? [], error: state.errors?.pixels, choices: byId(pixels) })}`,
  });
}; // prettier-ignore
