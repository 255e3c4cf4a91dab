import { t } from '../../../kernel/translation/translate.ts';
import { checkbox } from '../../../web/components/fields/choice-field.ts';
import { html, type Html } from '../../../web/html.ts';
import type { AlsoEnd } from '../end-access.ts';

/** Checkboxes for the access to revoke with the old password. */
export const endFields = ({ keys, grants, passkeys }: AlsoEnd): Html =>
  html`${checkbox({ name: 'end_keys', label: t('Revoke all API keys'), checked: keys ?? false })}
  ${checkbox({ name: 'end_grants', label: t('Sign out of connected apps and agents'), checked: grants ?? false })}
  ${checkbox({ name: 'end_passkeys', label: t('Remove all passkeys'), checked: passkeys ?? false })}`;
