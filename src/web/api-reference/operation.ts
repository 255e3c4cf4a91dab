import { currentLanguage } from '../../kernel/translation/languages.ts';
import { t } from '../../kernel/translation/translate.ts';
import { codeSample } from '../components/code-sample.ts';
import { table } from '../components/table.ts';
import { attributes, html, type Fragment, type Html } from '../html.ts';
import { curlOf } from './curl.ts';
import { headerOf, type Operation, type Reference } from './described.ts';
import { bodyFields, parameterFields, type Field } from './fields.ts';

/** The details of operations by language, cached because the document does not change at runtime. */
const contents = new WeakMap<Operation, Map<string, Html>>();

/**
 * One operation: method, path and summary. Its details are fetched from its own URL when opened, because a
 * whole reference would be up to half a megabyte.
 */
export const operationDetails = (
  operation: Operation,
  reference: Reference,
  { isOpen, address }: { isOpen: boolean; address: string },
): Html =>
  html`<details class="operation" ${attributes({ id: operation.id, open: isOpen })}>
    <summary>${operationLine(operation)}</summary>
    <turbo-frame
      ${attributes({ id: `about-${operation.id}`, ...(!isOpen && { src: address.replace(/#.*/, ''), loading: 'lazy' }) })}
    >
      ${isOpen ? contentOf(operation, reference) : wayTo(address)}
    </turbo-frame>
  </details>`;

const wayTo = (address: string): Html =>
  html`<p class="operation-body">
    <a class="link" href="${address}" data-turbo-frame="_top">Parameters, request and response</a>
  </p>`;

function contentOf(operation: Operation, reference: Reference): Html {
  const created = contents.get(operation) ?? new Map<string, Html>();
  contents.set(operation, created);
  const language = currentLanguage();
  const content = created.get(language) ?? buildContent(operation, reference);
  created.set(language, content);
  return content;
}

function buildContent(operation: Operation, reference: Reference): Html {
  const { description } = operation;
  const parameters = parameterFields(operation, reference);
  const body = bodyFields(operation, reference);
  return html`<div class="operation-body">
    ${description !== '' && html`<p lang="en" dir="ltr">${withCode(description)}</p>`}
    ${credentials(operation, reference)}
    ${parameters.length > 0 && fieldTable(t('Parameters'), parameters, true)}
    ${body.length > 0 && fieldTable(t('Body'), body, false)}
    ${codeSample({ title: t('Request'), code: curlOf(operation, reference) })} ${answers(operation)}
  </div>`;
}

/** Method, path and summary, as in lists. */
export const operationLine = ({ method, path, summary }: Operation): Html =>
  html`<span class="operation-line" lang="en" dir="ltr">
    <span class="method" data-method="${method}">${method}</span>
    <code>${path}</code>
    <span class="operation-summary">${summary}</span>
  </span>`;

function credentials({ credentials: ways }: Operation, { schemes }: Reference): Html {
  const named = ways.filter((way) => way.length > 0);
  if (named.length === 0) return html`<p class="operation-note">No authentication required.</p>`;
  const shown = named.map((way) => way.map((name) => headerOf(name, schemes[name])).join(' + '));
  return html`<p class="operation-note">
    Credentials, any of:
    <span lang="en" dir="ltr"
      >${shown.map((way, index) => html`${index > 0 && ' · '}<code>${way}</code>`)}</span
    >
  </p>`;
}

function fieldTable(title: string, fields: readonly Field[], hasPlaces: boolean): Html {
  const name = (field: Field) =>
    html`<code>${field.name}</code>${field.required && html` <span class="required-field">required</span>`}`;
  return html`<h3>${title}</h3>
    ${table({
      caption: title,
      rows: fields,
      columns: [
        { label: t('Name'), main: true, cell: name },
        ...(hasPlaces ? [{ label: t('Location'), cell: (field: Field) => english(field.place) }] : []),
        { label: t('Type'), cell: ({ type }) => html`<code>${type}</code>` },
        { label: t('Description'), cell: ({ description }) => english(withCode(description)) },
      ],
    })}`;
}

function answers({ answers: all }: Operation): Html {
  const example = all.find(({ status }) => status.startsWith('2'));
  const [content] = Object.values(example?.content ?? {});
  const given = content?.example ?? content?.schema?.examples?.[0];
  return html`${
      given !== undefined &&
      codeSample({
        title: t('Response {status}', { status: example?.status ?? '200' }),
        code: typeof given === 'string' ? given : JSON.stringify(given, null, 2),
        copy: false,
      })
    }
    <h3>Responses</h3>
    <ul class="operation-answers" lang="en" dir="ltr">
      ${all.map(({ status, description = '' }) => html`<li><code>${status}</code> ${withCode(description)}</li>`)}
    </ul>`;
}

/** The document is written in English. */
const english = (text: Fragment): Html => html`<span lang="en" dir="ltr">${text}</span>`;

/** Renders text in backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
