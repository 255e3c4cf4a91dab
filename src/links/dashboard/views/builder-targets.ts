import { currentLanguage } from '../../../kernel/translation/languages.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { checkbox, type Choice } from '../../../web/components/fields/choice-field.ts';

import { textField } from '../../../web/components/fields/text-field.ts';
import { bind } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { canonicalTag } from '../../redirect/targeting/language.ts';
import { deviceNames } from '../../redirect/visitor/device-name.ts';
import { rowsOf, type BuilderState } from '../builder-state.ts';

import { rows } from './builder-rows.ts';

import { bound, section } from './builder-section.ts';
export const targeting = (state: BuilderState): Html => {
  const isUsed = (['geo', 'device', 'language'] as const).some((list) => rowsOf(state, list).length > 0);
  return section(state, {
    title: t('Targeting'),
    lead: t('Different destinations by country, device and language'),
    image: 'globe',
    says: ['geotarget', 'devicetarget', 'languagetarget'],
    isUsed,
    body: html`${rows(state, {
      list: 'geo',
      error: 'geotarget',
      label: t('By country'),
      add: t('Add country'),
      fields: [
        { field: 'location', label: t('Country'), list: 'countries' },
        { field: 'region', label: t('Region') },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'device',
      error: 'devicetarget',
      label: t('By device'),
      add: t('Add device'),
      fields: [
        {
          field: 'device',
          label: t('Device'),
          choices: deviceNames.map((name) => ({ value: name, label: deviceTitles()[name] })),
        },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}
    ${rows(state, {
      list: 'language',
      error: 'languagetarget',
      label: t('By language'),
      add: t('Add language'),
      fields: [
        {
          field: 'language',
          label: t('Language'),
          choices: languages(rowsOf(state, 'language').map((row) => row.language)),
        },
        { field: 'link', label: t('Destination'), type: 'url', placeholder: 'https://', wide: true },
      ],
    })}`,
  });
};

export const deviceTitles = (): Readonly<Record<(typeof deviceNames)[number], string>> => ({
  iphone: 'iPhone', ipad: 'iPad', ios: t('iPhone or iPad'), android: t('Android'), windows: t('Windows'), 'mac os': t('Mac'), linux: t('Linux'),
  'chrome os': t('Chromebook'), mobile: t('Any phone'), tablet: t('Any tablet'), desktop: t('Any computer'),
}); // prettier-ignore

/** Includes the variants of a language that differ enough for separate pages. */
const codes =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh zh-Hans zh-Hant zh-CN zh-HK zh-TW pt-BR pt-PT en-GB en-US es-419 es-ES es-MX fr-CA fr-FR de-AT de-CH sr-Cyrl sr-Latn';
/** Choices of languages, including those that were chosen over the API. */
export const languages = (chosen: readonly string[] = []): Choice[] => {
  const names = new Intl.DisplayNames([currentLanguage(), 'en'], { type: 'language' });
  const shown = chosen.filter((tag) => canonicalTag(tag) !== undefined);
  return [...new Set([...codes.split(' '), ...shown])]
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLanguage()));
};

export const apps = (state: BuilderState): Html => {
  const field = bind(state);
  return section(state, {
    title: t('Apps'),
    lead: t('App links'),
    image: 'smartphone',
    says: ['apple', 'google', 'automatic', 'deeplink'],
    body: html`${textField({
      ...field('apple'),
      label: t('App Store URL'),
      type: 'url',
      required: false,
      placeholder: 'https://apps.apple.com/…',
      autocomplete: 'off',
    })}
    ${textField({
      ...field('google'),
      label: t('Google Play URL'),
      type: 'url',
      required: false,
      placeholder: 'https://play.google.com/…',
      autocomplete: 'off',
    })}
    ${checkbox({
      ...bound(field('automatic')),
      label: t('Open the app automatically'),
      hint: t('Opens the app URL set under “By device”. Visitors without the app are sent to the store.'),
      checked: state.values?.automatic !== undefined,
    })}`,
  });
};
