import { t } from '../../../web/translation/translate.ts';
import { operator } from '../../../identity/components/operator-frame.ts';
import { card } from '../../../web/components/surfaces.ts';
import { radioGroup, switchField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type View } from '../../../web/html.ts';
import type { SiteSettings } from '../../../platform/settings/site-settings.ts';
import type { Branding } from '../../../platform/settings/branding.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';

/** Settings that operators can change at run time. */
export function siteSettingsView(settings: SiteSettings, state: FormState): View {
  const isAgain = state.values !== undefined;
  const values = state.values ?? {
    ...settings,
    minimumAge: String(settings.minimumAge),
    languages: settings.languages.join(', '),
    activation: undefined,
    genders: undefined,
    gendersAtSignUp: undefined,
    chooseGroup: undefined,
  };
  const field = bind({ ...state, values });
  const isOn = (name: 'activation' | 'genders' | 'gendersAtSignUp' | 'chooseGroup') =>
    isAgain ? values[name] === 'on' : settings[name];
  return operator(
    t('Settings'),
    '/operator/settings',
    form({
      action: '/operator/settings',
      state,
      submit: t('Save'),
      body: html`${card({
        title: t('Site'),
        body: html`${textField({ ...field('name'), label: t('Network name'), maxlength: 60, required: true })}
        ${textField({ ...field('description'), label: t('Tagline'), maxlength: 300 })}
        ${textArea({
          ...field('welcome'),
          label: t('Welcome text'),
          hint: t('For visitors, on the front page. Links, **bold** and *italic* work.'),
          rows: 4,
          maxlength: 1000,
        })}
        ${textField({
          ...field('languages'),
          label: t('Page languages'),
          hint: t('Language codes separated by commas, such as en, pt-BR. The first is the default.'),
        })}`,
      })}
      ${card({
        title: t('Registration'),
        body: html`${radioGroup({
          ...field('registration'),
          label: t('Who can join'),
          choices: [
            { value: 'open', label: t('Everyone') },
            { value: 'approval', label: t('Everyone, after approval') },
            { value: 'invitation', label: t('By invitation') },
            { value: 'closed', label: t('Nobody') },
          ],
        })}
        ${textField({
          ...field('question'),
          label: t('Question to people who register'),
          hint: t('Asked if registrations are approved. Empty: no question.'),
          maxlength: 300,
        })}
        ${switchField({
          name: 'activation',
          label: t('Require email confirmation'),
          hint: t('Until then, they can read but not post.'),
          checked: isOn('activation'),
        })}
        ${textField({
          ...field('minimumAge'),
          label: t('Minimum age'),
          hint: t('Set to 0 to not ask for a date of birth.'),
          type: 'number',
          min: 0,
          max: 99,
          suffix: t('years'),
        })}
        ${switchField({ name: 'genders', label: t('Ask for gender'), checked: isOn('genders') })}
        ${switchField({
          name: 'gendersAtSignUp',
          label: t('Ask for gender at sign-up'),
          hint: t('Otherwise, members can add it on their profile.'),
          checked: isOn('gendersAtSignUp'),
        })}
        ${switchField({
          name: 'chooseGroup',
          label: t('Ask for a user group'),
          checked: isOn('chooseGroup'),
        })}`,
      })}`,
    }),
  );
}

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
      // The style sheet changes, so Turbo would load the page twice, the second time without the message.
      answersWithPage: true,
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
