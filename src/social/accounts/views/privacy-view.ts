import { t } from '../../../kernel/translation/translate.ts';
import { chatSignals, privateParts, type PrivatePart } from '../../../identity/account/privacy.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { selectField, switchField } from '../../../web/components/fields/choice-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const partNames = (): Readonly<Record<PrivatePart, string>> => ({
  email: t('Email'),
  phone: t('Phone'),
  birthdate: t('Date of birth'),
  gender: t('Gender'),
  relationship: t('Relationship'),
  location: t('Country, city and hometown'),
  work: t('Work'),
  education: t('Education'),
  links: t('Website and social networks'),
  friends: t('List of friends'),
});

const signalNames = (): Readonly<Record<(typeof chatSignals)[number], { label: string; hint: string }>> => ({
  presence: {
    label: t('Show when you are online'),
    hint: t('When off, you can’t see when others are online either.'),
  },
  receipts: {
    label: t('Send read receipts'),
    hint: t('When off, you can’t see whether others have read your messages either.'),
  },
  typing: {
    label: t('Show when you are typing'),
    hint: t('When off, you can’t see when others are typing either.'),
  },
});

/** Privacy settings. */
export function privacyView(state: FormState): View {
  const field = bind(state);
  return settings(
    t('Privacy'),
    '/settings/privacy',
    html`${form({
      action: '/settings/privacy',
      state,
      submit: t('Save'),
      body: html`${card({
        title: t('Visibility'),
        lead: t('On your profile and in apps. Apps you sign in with see what you authorize.'),
        body: html`<div class="field-pairs">
          ${privateParts.map((part) =>
            selectField({
              ...field(part),
              label: partNames()[part],
              choices: [
                { value: 'public', label: t('Everyone') },
                { value: 'friends', label: t('Friends') },
                { value: 'me', label: t('Only you') },
              ],
            }),
          )}
        </div>`,
      })}
      ${card({
        title: t('Messages'),
        body: html`${selectField({
          ...field('messages'),
          label: t('Who can message you'),
          choices: [
            { value: 'everybody', label: t('Everyone') },
            { value: 'friends-of-friends', label: t('Friends of friends') },
            { value: 'friends', label: t('Friends') },
            { value: 'nobody', label: t('Nobody') },
          ],
        })}
        ${chatSignals.map((signal) =>
          switchField({
            name: signal,
            ...signalNames()[signal],
            checked: state.values?.[signal] === 'on',
          }),
        )}`,
      })}
      ${card({
        title: t('Discovery'),
        body: html`${selectField({
          ...field('requests'),
          label: t('Who can send you friend requests'),
          choices: [
            { value: 'everybody', label: t('Everyone') },
            { value: 'friends-of-friends', label: t('Friends of friends') },
            { value: 'nobody', label: t('Nobody') },
          ],
        })}
        ${switchField({
          name: 'listed',
          label: t('Allow search engines to show your profile'),
          hint: t('It can take a few weeks to take effect.'),
          checked: state.values?.listed === 'on',
        })}
        ${switchField({
          name: 'offered',
          label: t('Include your public content in paid API results'),
          hint: html`AI agents and apps pay for each call. Posts for friends are never included.
            <a href="/settings/sales">See what was included</a>`,
          checked: state.values?.offered === 'on',
        })}`,
      })}`,
    })}
    ${card({
      title: t('Blocked people'),
      lead: t('People you block can’t see or contact you.'),
      body: linkButton({ label: t('Manage blocked people'), href: '/people/blocked' }),
    })}`,
  );
}
