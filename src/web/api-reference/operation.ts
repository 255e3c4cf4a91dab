import { currentLanguage } from '../translation/languages.ts';
import { t } from '../translation/translate.ts';
import { codeSample } from '../components/code-sample.ts';
import { table } from '../components/surfaces.ts';
import { attributes, type Fragment, html, type Html } from '../html.ts';
import { credentialHeader } from './reference.ts';
import type { Operation, Parameter, Reference, Schema, SecurityScheme } from './reference.ts';
import { tryForm } from './try-form.ts';

/** The details of operations by language, for members and others, cached because the document does not change at runtime. */
const contents = new WeakMap<Operation, Map<string, Html>>();

/**
 * One operation: method, path and summary. Its details are fetched from its own URL when opened, because a
 * whole reference would be up to half a megabyte.
 */
export const operationDetails = (
  operation: Operation,
  reference: Reference,
  { isOpen, isMember, address }: { isOpen: boolean; isMember: boolean; address: string },
): Html =>
  html`<details class="operation" ${attributes({ id: operation.id, open: isOpen })}>
    <summary>${operationLine(operation)}</summary>
    <turbo-frame
      ${attributes({ id: `about-${operation.id}`, ...(!isOpen && { src: address.replace(/#.*/, ''), loading: 'lazy' }) })}
    >
      ${isOpen ? contentOf(operation, reference, isMember) : wayTo(address)}
    </turbo-frame>
  </details>`;

const wayTo = (address: string): Html =>
  html`<p class="operation-body">
    <a class="link" href="${address}" data-turbo-frame="_top">Parameters, request and response</a>
  </p>`;

function contentOf(operation: Operation, reference: Reference, isMember: boolean): Html {
  const created = contents.get(operation) ?? new Map<string, Html>();
  contents.set(operation, created);
  const reader = `${currentLanguage()} ${isMember}`;
  const content = created.get(reader) ?? buildContent(operation, reference, isMember);
  created.set(reader, content);
  return content;
}

function buildContent(operation: Operation, reference: Reference, isMember: boolean): Html {
  const { description } = operation;
  const parameters = parameterFields(operation, reference);
  const body = bodyFields(operation, reference);
  return html`<div class="operation-body">
    ${description !== '' && html`<p lang="en" dir="ltr">${withCode(description)}</p>`}
    ${credentials(operation, reference)}
    ${parameters.length > 0 && fieldTable(t('Parameters'), parameters, true)}
    ${body.length > 0 && fieldTable(t('Body'), body, false)}
    ${codeSample({ title: t('Request'), code: curlOf(operation, reference) })}
    ${tryForm(operation, reference, { example: exampleOf(operation), isMember })} ${answers(operation)}
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
  const shown = named.map((way) => way.map((name) => credentialHeader(name, schemes[name])).join(' + '));
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

interface Field {
  name: string;
  place?: string;
  type: string;
  required: boolean;
  description: string;
}

/** Maximum depth of listed nested fields. The example shows deeper ones. */
const maxDepth = 2;

/** Path, query and header parameters. */
const parameterFields = ({ parameters }: Operation, { resolve }: Reference): Field[] =>
  parameters.map(({ name, in: place, required = false, description, schema = {} }) => ({
    name,
    place,
    required,
    type: typeOf(schema),
    description: describe(resolve(schema), description),
  }));

/** The body's fields, with nested fields by their full names: `device.model`. */
function bodyFields({ body }: Operation, reference: Reference): Field[] {
  return body?.schema ? fieldsOf(body.schema, reference, '', 1) : [];
}

function fieldsOf(schema: Schema, reference: Reference, prefix: string, depth: number): Field[] {
  const { properties = {}, required = [], allOf, anyOf, oneOf } = reference.resolve(schema);
  const own = Object.entries(properties).flatMap(([key, value]) => {
    const name = prefix + key;
    const field = {
      name,
      required: required.includes(key),
      type: typeOf(value),
      description: describe(reference.resolve(value)),
    };
    const inner = depth < maxDepth && !value.$ref ? fieldsOf(value, reference, `${name}.`, depth + 1) : [];
    return [field, ...inner];
  });
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  const ofParts = parts.flatMap((part) => fieldsOf(part, reference, prefix, depth));
  const byName = new Map([...ofParts, ...own].map((field) => [field.name, field]));
  return [...byName.values()];
}

/** Formats a type: `array of Link`, `"asc" or "desc"`. */
function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, oneOf, format } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map(typeOf))].join(' or ');
  if (items) return `array of ${typeOf(items)}`;
  const plain = [type ?? 'any'].flat().join(' or ');
  return format === undefined ? plain : `${plain} (${format})`;
}

function describe(schema: Schema, description = schema.description): string {
  const { default: fallback, minimum, maximum, maxLength, maxItems } = schema;
  const limits = [
    fallback !== undefined && fallback !== '' && `Default: ${JSON.stringify(fallback)}.`,
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `At most ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems} items.`,
  ];
  const text = description?.trim() ?? '';
  const ended = text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
  return [ended, ...limits].filter(Boolean).join(' ');
}

/** The example of the body. */
const exampleOf = ({ body }: Operation): unknown => body?.example ?? body?.schema?.examples?.[0];

/** The operation as a curl command that works after filling in credentials and ids. */
function curlOf(operation: Operation, reference: Reference): string {
  const { method, path, parameters, body } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    valueOf(parameters.find((each) => each.in === 'path' && each.name === name) ?? { name, in: 'path' }),
  );
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${valueOf(each)}`);
  const address = reference.base + filled + (query.length > 0 ? `?${query.join('&')}` : '');
  const data = exampleOf(operation);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(operation.credentials[0] ?? []).flatMap((name) => credential(name, reference.schemes[name])),
    ...(body ? [`-H "Content-Type: ${body.type}"`] : []),
    ...(data === undefined ? [] : [`-d '${JSON.stringify(data).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function credential(name: string, scheme: SecurityScheme | undefined): string[] {
  if (!scheme) return [];
  if (scheme.type === 'http')
    return [`-H "Authorization: Bearer YOUR_${name.endsWith('Key') ? 'KEY' : 'TOKEN'}"`];
  const value = `YOUR_${(scheme.name ?? name).replace(/^x-/i, '').replaceAll('-', '_').toUpperCase()}`;
  return [scheme.in === 'cookie' ? `-b "${scheme.name}=${value}"` : `-H "${scheme.name}: ${value}"`];
}

/** A valid value for the parameter if one is known, else its name in capitals. */
function valueOf({ name, schema = {} }: Parameter): string {
  const known = schema.examples?.[0] ?? schema.enum?.[0] ?? schema.const ?? schema.default;
  if (typeof known === 'number' || (typeof known === 'string' && known !== ''))
    return encodeURIComponent(known);
  const isNumber =
    schema.type === 'integer' || schema.type === 'number' || schema.pattern?.startsWith('^[0-9]');
  return isNumber === true ? String(schema.minimum ?? 1) : name.toUpperCase();
}
