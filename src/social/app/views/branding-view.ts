import { t } from '../../../web/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import type { Branding } from '../../../platform/settings/branding.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card } from '../../../web/components/surfaces.ts';
import { radioGroup, switchField } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type View } from '../../../web/html.ts';

/** Our own color, which a color field shows if the operator has chosen none. */
const ownAccent = '#2b47c4';

/** The operator's form for logo, color and font. */
export function brandingView(branding: Branding & { address: string | null }, state: FormState = {}): View {
  const values = state.values ?? {
    accent: branding.accent || ownAccent,
    font: branding.font,
    ownColor: branding.accent === '' ? undefined : 'on',
  };
  const field = bind({ ...state, values });
  return operator(
    t('Branding'),
    '/operator/branding',
    form({
      action: '/operator/branding',
      state,
      submit: t('Save'),
      upload: true,
      body: html`${card({
        title: t('Logo'),
        lead: html`Shown beside the <a class="link" href="/operator/settings">network name</a>, and as the
          icon of browser tabs.`,
        body: html`${fileField({
          ...field('logo'),
          label: t('Logo'),
          hint: t('Any shape, at least 64 pixels high.'),
          accept: pictureTypes,
          current: branding.address,
        })}
        ${
          branding.address !== null &&
          switchField({ name: 'removeLogo', label: t('Remove the logo'), checked: false })
        }`,
      })}
      ${card({
        title: t('Color and font'),
        body: html`${switchField({
          name: 'ownColor',
          label: t('Use a color of your own'),
          hint: t('Its lightness is adjusted, so that text stays readable, in dark pages too.'),
          checked: values.ownColor === 'on',
        })}
        ${textField({ ...field('accent'), label: t('Color'), type: 'color' })}
        ${radioGroup({
          ...field('font'),
          label: t('Font'),
          choices: [
            { value: 'sans', label: t('Sans serif') },
            { value: 'humanist', label: t('Humanist') },
            { value: 'rounded', label: t('Rounded') },
            { value: 'serif', label: t('Serif') },
          ],
        })}
        ${linkButton({ label: t('See all components'), href: '/style', small: true })}`,
      })}`,
    }),
  );
}
