import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { refused } from '../../web/refused.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { getConsent, updateConsent } from './consent.ts';
import { consentView } from './views/consent-view.ts';
import { typedAddresses } from '../typed-address.ts';

const path = '/dashboard/pixels/consent';

/** Pages for the pixel consent settings of an owner. */
export const pixelConsentPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: async ({ app, viewer }) => {
      const { mode, privacyAddress } = await getConsent(app, viewer.id);
      return consentView({ values: { mode, privacy: privacyAddress ?? '' } });
    },
  }),
  page({
    method: 'POST',
    path,
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
