import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { card } from '../../../web/components/card.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Workspace } from '../../../identity/team/members.ts';
import type { Area } from '../../../platform/http/scopes.ts';

/** The form for an API key: name, scopes and expiry. */
export function newKeyView(areas: readonly Area[], workspaces: readonly Workspace[], state: FormState): View {
  const field = bind(state);
  return {
    title: t('Create API key'),
    section: 'api',
    body: html`${pageHeader({
      title: t('Create API key'),
      above: breadcrumbs([{ label: t('API'), href: '/dashboard/api' }, { label: t('Create API key') }]),
    })}
    ${card({
      body: form({
        action: '/dashboard/api/keys',
        state,
        answersWithPage: true,
        submit: t('Create key'),
        busyLabel: t('Creating'),
        cancel: { label: t('Cancel'), href: '/dashboard/api' },
        body: html`${textField({
          ...field('name'),
          label: t('Name'),
          hint: t('Such as the program that uses it.'),
          maxlength: 100,
          autocomplete: 'off',
        })}
        ${
          workspaces.length > 0 &&
          selectField({
            ...field('workspace'),
            label: t('Workspace'),
            hint: t(
              'In a team’s workspace, the key has the permissions of your role and stops working when you leave the team.',
            ),
            empty: t('Your own'),
            choices: workspaces.map(({ id, name }) => ({ value: id, label: name })),
          })
        }
        ${radioGroup({
          ...field('reach'),
          label: t('Permissions'),
          choices: [
            {
              value: 'all',
              label: t('Full access'),
              hint: t('Everything you can do, except changing your email address and password.'),
            },
            {
              value: 'read',
              label: t('Read-only'),
              hint: t('Can view links, codes, pages and their statistics. Cannot change anything.'),
            },
            { value: 'chosen', label: t('Custom'), hint: t('Choose permissions for each resource.') },
          ],
        })}
        ${areaFields(areas, state)}
        ${textField({
          ...field('expires'),
          label: t('Expires'),
          hint: t('The key works until the end of this day (UTC). Leave empty for no expiry.'),
          type: 'date',
          required: false,
        })}`,
      }),
    })}`,
  };
}

const ways = () => [
  { value: '', label: t('No access') },
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and write') },
];

/** Visible when “Custom” is selected. */
function areaFields(areas: readonly Area[], state: FormState): Html {
  const field = bind(state);
  return html`<fieldset class="key-areas" ${attributes({ id: 'field-scopes' })}>
    <legend class="field-label">Custom permissions</legend>
    <p class="field-hint">
      “Read” lists and shows. “Read and write” also creates, updates and deletes. Permissions cannot be
      changed later.
    </p>
    ${state.errors?.scopes && html`<p class="field-error">${state.errors.scopes}</p>`}
    <div class="more-fields">
      ${areas.map(({ name, title }) =>
        selectField({ ...field(`may-${name}`), label: title, choices: ways() }),
      )}
    </div>
  </fieldset>`;
}
