import { button } from '../components/controls.ts';
import { textArea, textField } from '../components/fields/text-field.ts';
import { html, type Html } from '../html.ts';
import { t } from '../translation/translate.ts';
import { credentialHeader, type Operation, type Parameter, type Reference } from './reference.ts';

/**
 * Sends the request of an operation from the browser. Someone who is signed in needs no credentials, because the
 * browser sends the session.
 */
export function tryForm(
  operation: Operation,
  reference: Reference,
  { example, isMember }: { example: unknown; isMember: boolean },
): Html {
  const { id, method, path, parameters, body } = operation;
  return html`<details class="try-form needs-script">
    <summary>Try it</summary>
    <div
      data-controller="try"
      data-try-method-value="${method}"
      data-try-path-value="${path}"
      data-action="keydown.ctrl+enter->try#send keydown.meta+enter->try#send"
    >
      ${credentialFields(operation, reference)} ${wayIn(operation, reference, isMember)}
      ${parameters.map((parameter) => parameterField(id, parameter))}
      ${
        body &&
        textArea({
          name: 'body',
          id: `try-${id}-body`,
          label: t('Body'),
          value: JSON.stringify(example ?? {}, null, 2),
          rows: 6,
          mono: true,
        })
      }
      <div>${button({ label: t('Send request'), type: 'button', data: { 'data-action': 'try#send' } })}</div>
      <output data-try-target="answer"></output>
    </div>
  </details>`;
}

/** How a request comes to a credential without one at hand. */
function wayIn({ method, credentials }: Operation, { schemes }: Reference, isMember: boolean): Html {
  const asked = credentials.flat().map((name) => schemes[name]);
  const isKeyed = asked.some((scheme) => scheme?.type === 'http') && asked.length === 1;
  const hasSession = asked.some((scheme) => scheme?.in === 'cookie');
  const changes = isMember && (isKeyed || hasSession) && method !== 'GET';
  return html`${
    isKeyed &&
    isMember &&
    html`<div class="try-key">
      ${button({ label: t('Create a key for one hour'), type: 'button', small: true, data: { 'data-action': 'try#createKey' } })}
      <output class="operation-note" data-try-target="key"></output>
    </div>`
  }
  ${isKeyed && !isMember && html`<p class="operation-note"><a href="/signin" data-turbo-frame="_top">Sign in</a> to create a key here.</p>`}
  ${hasSession && isMember && html`<p class="operation-note">You are signed in, so credentials can stay empty.</p>`}
  ${changes && html`<p class="operation-note">The request changes your real data.</p>`}`;
}

/** Headers with credentials. The browser sends cookies and the origin itself. */
function credentialFields({ id, credentials }: Operation, { schemes }: Reference): Html[] {
  const names = new Set(credentials.flat().filter((name) => name !== 'Origin'));
  return [...names]
    .filter((name) => schemes[name]?.in !== 'cookie')
    .map((name) =>
      textField({
        name: credentialHeader(name, schemes[name]).replace(/:.*/, ''),
        id: `try-${id}-${name}`,
        label: credentialHeader(name, schemes[name]),
        required: false,
        mono: true,
        autocomplete: 'off',
        data: {
          'data-place': 'credential',
          'data-scheme': name,
          ...(schemes[name]?.type === 'http' && { 'data-prefix': 'Bearer ' }),
        },
      }),
    );
}

function parameterField(id: string, { name, in: place, required = false, schema = {} }: Parameter): Html {
  const example = schema.examples?.[0];
  return textField({
    name,
    id: `try-${id}-${place}-${name}`,
    label: name,
    required,
    mono: true,
    autocomplete: 'off',
    ...(required && (typeof example === 'string' || typeof example === 'number') && { value: example }),
    data: { 'data-place': place },
  });
}
