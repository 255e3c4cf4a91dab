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
    title: 'Make a key',
    section: 'api',
    body: html`${pageHeader({
      title: 'Make a key',
      above: breadcrumbs([{ label: 'API', href: '/dashboard/api' }, { label: 'Make a key' }]),
    })}
    ${card({
      body: form({
        action: '/dashboard/api/keys',
        state,
        submit: 'Make the key',
        busyLabel: 'Creating',
        cancel: { label: 'Cancel', href: '/dashboard/api' },
        body: html`${textField({
          ...field('name'),
          label: 'Name',
          hint: 'Such as the program that will use it.',
          maxlength: 100,
          autocomplete: 'off',
        })}
        ${
          workspaces.length > 0 &&
          selectField({
            ...field('workspace'),
            label: 'Workspace',
            hint: 'In a team’s workspace the key does what your role allows, and stops working when you leave the team.',
            empty: 'Your own',
            choices: workspaces.map(({ id, name }) => ({ value: id, label: name })),
          })
        }
        ${radioGroup({
          ...field('reach'),
          label: 'It may',
          choices: [
            { value: 'all', label: 'Do everything except change your email and password' },
            { value: 'read', label: 'Read everything, and change nothing' },
            { value: 'chosen', label: 'Do what is chosen below' },
          ],
        })}
        ${areaFields(areas, state)}
        ${textField({
          ...field('expires'),
          label: 'Last day',
          hint: 'From the day after it, in UTC, the key is refused. Left empty, it does not end.',
          type: 'date',
          required: false,
        })}`,
      }),
    })}`,
  };
}

const ways = [
  { value: '', label: 'Nothing' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and change' },
];

function areaFields(areas: readonly Area[], state: FormState): Html {
  const field = bind(state);
  return html`<details class="more" ${attributes({ open: state.values?.reach === 'chosen' })}>
    <summary>What is chosen</summary>
    <div class="more-fields">
      ${areas.map(({ name, title }) => selectField({ ...field(`may-${name}`), label: title, choices: ways }))}
    </div>
    ${state.errors?.scopes && html`<p class="field-error" id="field-scopes">${state.errors.scopes}</p>`}
  </details>`;
}
