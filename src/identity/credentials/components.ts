import { t } from '../../web/translation/translate.ts';
import { passwordField } from '../../web/components/fields/text-field.ts';
import type { Html } from '../../web/html.ts';

/**
 * Asks for what `requirePassword` checks. Not required: an account that a provider signs in has no password, and a
 * browser would not send the form.
 */
export const currentPasswordField = (
  options: Omit<Parameters<typeof passwordField>[0], 'purpose' | 'required' | 'hint'>,
): Html =>
  passwordField({ ...options, hint: t('Leave empty if you sign in without one.'), purpose: 'current' });
