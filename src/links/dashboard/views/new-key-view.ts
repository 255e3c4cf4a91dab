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

/** The form for a key: what it is called, what it may do, and when it ends. */
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
            { value: 'all', label: t('Full access, except changing email and password') },
            { value: 'read', label: t('Read-only') },
            { value: 'chosen', label: t('Custom') },
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
  { value: '', label: t('Nothing') },
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and write') },
];

function areaFields(areas: readonly Area[], state: FormState): Html {
  const field = bind(state);
  return html`<details class="more" ${attributes({ open: state.values?.reach === 'chosen' })}>
    <summary>Custom permissions</summary>
    <div class="more-fields">
      ${areas.map(({ name, title }) => selectField({ ...field(`may-${name}`), label: title, choices: ways() }))}
    </div>
    ${state.errors?.scopes && html`<p class="field-error" id="field-scopes">${state.errors.scopes}</p>`}
  </details>`;
}
