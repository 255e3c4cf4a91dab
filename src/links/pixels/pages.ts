import { Type } from 'typebox';
import { msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { relativeTime, pageHeader } from '../../web/components/surfaces.ts';
import { html, shortNumber, type View } from '../../web/html.ts';
import { refused, bind, form, type FormState } from '../../web/form.ts';
import { typedAddresses } from '../loose-values.ts';
import { kindPages } from '../owned/pages.ts';
import { type ConsentMode, getConsent, ownedPixels, updateConsent } from './pixels.ts';
import { providers } from './providers.ts';
import { radioGroup } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';

const path = '/dashboard/pixels';
const consentPath = `${path}/consent`;

/** The list of pixels, and the forms that create and edit them. */
export const pixelPages = kindPages(ownedPixels, {
  path,
  section: 'pixels',
  perPage: 25,
  title: msg('Pixels'),
  lead: async (app, viewer) =>
    html`Advertising and analytics tags. ${asked()[(await getConsent(app, viewer.id)).mode]}`,
  actions: () => linkButton({ label: t('Consent'), href: consentPath, icon: 'shield-check' }),
  caption: msg('Your pixels'),
  search: {
    counted: (total) => t('{total, plural, one {# pixel} other {# pixels}}', { total }),
    search: msg('Search pixels'),
  },
  columns: ({ clock }) => [
    {
      label: t('Name'),
      main: true,
      cell: ({ id, name }) => html`<a href="${path}/${id}">${name}</a>`,
    },
    { label: t('Provider'), cell: ({ provider }) => providers[provider].name },
    { label: t('Tag'), cell: ({ tag }) => html`<code>${tag}</code>` },
    { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
    { label: t('Added'), cell: ({ createdAt }) => relativeTime(createdAt, clock.now()) },
  ],
  acts: ['change', 'delete'],
  empty: {
    illustration: 'chart',
    title: msg('No pixels yet'),
    text: msg('Add a tag from a service such as Google Tag Manager or Facebook above.'),
  },
  create: { title: msg('New pixel'), submit: msg('Create pixel') },
  edit: {
    title: msg('Edit pixel'),
    path: '',
    lead: ({ provider }) => t('An existing pixel of {name}.', { name: providers[provider].name }),
  },
  deleted: {
    title: msg('Pixel deleted'),
    text: msg('It no longer fires. You can restore it on the same links.'),
  },
  restored: msg('“{name}” restored, with its links.'),
});

const asked = (): Readonly<Record<ConsentMode, string>> => ({
  ask: t('They fire for visitors who allow it.'),
  notice: t('Visitors are notified before they fire and can opt out.'),
  legitimate: t('They fire without asking, except for visitors whose browser opts out of tracking.'),
});

/** Pages for the pixel consent settings of an owner. */
export const pixelConsentPages = [
  page({
    method: 'GET',
    path: consentPath,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const { mode, privacyAddress } = await getConsent(app, viewer.id);
      return consentView({ values: { mode, privacy: privacyAddress ?? '' } });
    },
  }),
  page({
    method: 'POST',
    path: consentPath,
    verb: updateConsent,
    access: 'member',
    body: Type.Object({
      mode: Type.String({ maxLength: 20 }),
      privacy: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    handle: async ({ app, viewer, body }) => {
      await updateConsent(app, viewer, typedAddresses(body, 'privacy'));
      return redirect('/dashboard/pixels', { kind: 'success', text: t('Saved.') });
    },
    again: ({ body }, problem) => consentView(refused({ mode: '', privacy: '', ...body }, problem)),
  }),
];

/** The pixel consent settings. */
function consentView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Pixel consent'),
    section: 'pixels',
    body: html`${pageHeader({
      title: t('Consent'),
      above: breadcrumbs([{ label: t('Pixels'), href: '/dashboard/pixels' }, { label: t('Consent') }]),
      lead: t('Pixels share visits with third parties. Many countries require the visitor’s consent.'),
    })}
    ${form({
      action: '/dashboard/pixels/consent',
      state,
      submit: t('Save'),
      busyLabel: t('Saving'),
      cancel: { label: t('Cancel'), href: '/dashboard/pixels' },
      body: html`${radioGroup({
          ...field('mode'),
          label: t('Before firing pixels'),
          choices: [
            {
              value: 'ask',
              label: t('Ask'),
              hint: t(
                'Pixels fire only for visitors who allow it. Their choice applies to all your links for six months.',
              ),
            },
            {
              value: 'notice',
              label: t('Notify'),
              hint: t('Visitors see a short notice and can opt out.'),
            },
            {
              value: 'legitimate',
              label: t('Neither'),
              hint: t('You rely on another legal basis.'),
            },
          ],
        })}
        ${textField({
          ...field('privacy'),
          label: t('Privacy policy URL'),
          hint: t('Linked in the consent question.'),
          required: false,
          type: 'url',
          placeholder: 'https://',
          autocomplete: 'off',
        })}
        <p class="field-hint">
          Pixels never fire for visitors who send Do Not Track or Global Privacy Control.
        </p>`,
    })}`,
  };
}
