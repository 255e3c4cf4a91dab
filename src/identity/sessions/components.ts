import { Type } from 'typebox';
import { t } from '../../web/translation/translate.ts';
import { buttonForm } from '../../web/form.ts';
import { card } from '../../web/components/surfaces.ts';
import { checkbox } from '../../web/components/fields/choice-field.ts';
import { html, type Html } from '../../web/html.ts';
import type { AlsoEnd } from './end-access.ts';

/** Checkboxes for the access to revoke with the old password. */
export const endFields = ({ keys, grants, passkeys }: AlsoEnd): Html =>
  html`${checkbox({ name: 'end_keys', label: t('Revoke all API keys'), checked: keys ?? false })}
  ${checkbox({ name: 'end_grants', label: t('Sign out of connected apps and agents'), checked: grants ?? false })}
  ${checkbox({ name: 'end_passkeys', label: t('Remove all passkeys and connected accounts'), checked: passkeys ?? false })}`;

const flag = () => Type.Optional(Type.String({ maxLength: 20 }));

/** Checkboxes of a form that sets a new password. */
export const EndFields = { end_keys: flag(), end_grants: flag(), end_passkeys: flag() };

export const parseEndFields = (body: Readonly<Record<string, unknown>>): AlsoEnd => ({
  keys: Boolean(body.end_keys),
  grants: Boolean(body.end_grants),
  passkeys: Boolean(body.end_passkeys),
});

export const endOthersForm = (): Html =>
  buttonForm({
    label: t('Sign out all other sessions'),
    kind: 'danger',
    to: '/settings/sessions/end-others',
    confirm: t('Sign out of all other sessions?'),
  });

/** For pages that change how someone signs in, which ends no session. */
export const otherSessionsCard = (): Html =>
  card({
    title: t('Sessions'),
    lead: t('Other devices stay signed in when you change something here.'),
    body: endOthersForm(),
  });
