import { t } from '../../web/translation/translate.ts';
import { checkbox, radioGroup } from '../../web/components/fields/choice-field.ts';
import { passwordField, textArea, textField } from '../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';

/** The fields of a provider, as its kind needs them. */
export function providerFields(state: FormState, isSaved = false): Html {
  const field = bind(state);
  const isGitHub = state.values?.kind === 'github';
  const isSaml = state.values?.kind === 'saml';
  const hint = t('On the button: Continue with …');
  return html`${textField({ ...field('label'), label: t('Label'), hint, maxlength: 60, required: true })}
  ${isSaml ? samlFields(state, isSaved) : clientFields(state, isSaved)}
  ${textArea({
    ...field('email_domains'),
    label: t('Email domains'),
    hint: t('One per line. Only people with a verified address there are admitted. Empty: everyone.'),
    rows: 2,
    mono: true,
  })}
  ${checkbox({
    name: 'trusts_email',
    checked: state.values?.trusts_email !== undefined,
    label: t('Trust verified addresses'),
    hint: t(
      'An address that the provider calls verified needs no code here. Only for providers that check them.',
    ),
  })}
  ${radioGroup({
    ...field('newcomers'),
    value: state.values?.newcomers ?? 'registration',
    label: t('People without an account'),
    choices: [
      {
        value: 'registration',
        label: t('Register as anyone'),
        hint: t('Invitations, approval and questions apply.'),
      },
      { value: 'always', label: t('Get an account at once'), hint: t('Also when registration is closed.') },
      { value: 'never', label: t('Are not admitted') },
    ],
  })}
  ${
    !isGitHub &&
    html`${textField({
      ...field('groups_claim'),
      label: isSaml ? t('Attribute with groups') : t('Claim with groups'),
      hint: t('Usually “groups”. Empty: groups are ignored.'),
      mono: true,
    })}
    ${textArea({
      ...field('group_roles'),
      label: t('Roles of groups'),
      hint: t('One per line, such as “admins = operator”. The first that fits is given at each sign-in.'),
      rows: 3,
      mono: true,
    })}`
  }
  ${checkbox({ name: 'enabled', checked: state.values?.enabled !== undefined, label: t('Enabled') })}`;
}

function clientFields(state: FormState, isSaved: boolean): Html {
  const field = bind(state);
  const isGitHub = state.values?.kind === 'github';
  return html`${textField({
    ...field('issuer'),
    label: isGitHub ? t('Address of GitHub') : t('Issuer'),
    hint: isGitHub ? undefined : t('Exactly as the provider writes it.'),
    type: 'url',
    mono: true,
    required: true,
  })}
  ${textField({ ...field('client_id'), label: t('Client ID'), mono: true, required: true })}
  ${passwordField({
    ...field('secret'),
    label: t('Client secret'),
    hint: isSaved ? t('Stored encrypted. Leave empty to keep it.') : t('Stored encrypted.'),
    purpose: 'new',
  })}`;
}

function samlFields(state: FormState, isSaved: boolean): Html {
  const field = bind(state);
  return html`${textArea({
    ...field('metadata'),
    label: t('Metadata of the provider'),
    hint: t('Paste the XML document. It fills in the entity ID, the URLs and the certificates.'),
    rows: isSaved ? 2 : 5,
    mono: true,
  })}
  ${textField({ ...field('issuer'), label: t('Entity ID of the provider'), mono: true })}
  ${textField({
    ...field('sign_in_url'),
    label: t('Sign-in URL'),
    hint: t('For the redirect binding (HTTP-Redirect).'),
    type: 'url',
    mono: true,
  })}
  ${textField({
    ...field('sign_out_url'),
    label: t('Logout URL'),
    hint: t('Where answers to logout requests go (HTTP-Redirect). Empty: people stay here.'),
    type: 'url',
    mono: true,
  })}
  ${textArea({
    ...field('certificates'),
    label: t('Certificates'),
    hint: t('X.509 in PEM. Add the next one below before the provider changes it.'),
    rows: 4,
    mono: true,
  })}
  ${radioGroup({
    ...field('signed'),
    value: state.values?.signed ?? 'both',
    label: t('Signatures of the provider'),
    choices: [
      { value: 'both', label: t('Response and assertion'), hint: t('Set the provider to sign both.') },
      { value: 'assertion', label: t('Assertion'), hint: t('Microsoft Entra signs only this by default.') },
      { value: 'response', label: t('Response'), hint: t('Google Workspace signs only one of them.') },
    ],
  })}
  ${checkbox({
    name: 'signs_requests',
    checked: state.values?.signs_requests !== undefined,
    label: t('Sign our requests'),
    hint: t('With the key whose certificate is in our metadata.'),
  })}
  ${checkbox({
    name: 'must_encrypt',
    checked: state.values?.must_encrypt !== undefined,
    label: t('Refuse assertions that are not encrypted'),
    hint: t(
      'For the certificate in our metadata, with RSA-OAEP and AES. Encrypted ones are always accepted.',
    ),
  })}
  ${textField({
    ...field('client_id'),
    label: t('Our entity ID'),
    hint: t('Empty: the address of our metadata.'),
    mono: true,
  })}`;
}
