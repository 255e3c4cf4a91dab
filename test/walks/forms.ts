import { DomUtils, parseDocument } from 'htmlparser2';
import { exchange } from '../peers/exchange.ts';
import { isThorough } from '../peers/thorough.ts';
import type { Answer } from '../peers/exchange.ts';
import { askPage, seenPage, type FilledServices, type Reader } from './filled-services.ts';
import { controlsOf, elementsIn } from './form-controls.ts';
import type { Control, Element } from './form-controls.ts';

type Root = ReturnType<typeof parseDocument>;

interface Form {
  service: 'plaza' | 'hop';
  from: string;
  action: string;
  isUpload: boolean;
  controls: readonly Control[];
  button: readonly [string, string] | undefined;
}

const typedTypes = [
  'text',
  'textarea',
  'email',
  'url',
  'tel',
  'number',
  'search',
  'date',
  'time',
  'datetime-local',
  'color',
];

/**
 * Sends every form of all pages with each of its fields wrong in turn, as a browser without scripts. Returns the
 * rejections that lost what other fields contained or do not stand at a field, and errors of the server.
 */
export async function walkForms(
  services: FilledServices,
  reader: Reader,
): Promise<{ faults: string[]; sent: number; rejected: number }> {
  const forms = new Map<string, Form>();
  const unkeyed = new Set<string>();
  const kindOf = ({ service, action, controls }: Form) =>
    `${service} ${action.replaceAll(/\d+|@[\w.]+/g, '1')} ${controls.map(({ name }) => name).join(' ')}`;
  for (const page of services.pages) {
    const { service, path } = page;
    const answer = await seenPage(services, reader, page);
    // The fields at `/style` and of previews are examples.
    if (!isPage(answer) || path === '/style' || path.includes('/preview')) continue;
    const root = parseDocument(answer.body);
    for (const action of formsWithoutKey(root))
      unkeyed.add(`${service} ${path}: the form to ${action} has no key`);
    const formsOf = (root: Root) => formsIn(root, service, path, services[service]);
    if (formsOf(root).every((form) => forms.has(kindOf(form)))) continue;
    for (const form of formsOf(parseDocument((await askPage(services, reader, page)).body)))
      if (!forms.has(kindOf(form))) forms.set(kindOf(form), form);
  }
  const faults = [...unkeyed];
  let sent = 0;
  let rejected = 0;
  let turn = 0;
  // What these forms change, the others offer.
  const ordered = [...forms.values()].toSorted(
    (one, other) =>
      Number(one.action === '/operator/settings') - Number(other.action === '/operator/settings'),
  );
  for (const form of ordered) {
    const typed = form.controls.map((control, index) => typedIn(control, index));
    for (const wrong of form.controls.filter(({ type }) => typedTypes.includes(type)))
      for (const [kind, value] of wrongValuesOf(wrong)) {
        turn += 1;
        if (!isThorough && turn % 4 > 0) continue;
        const fields = typed.map(([name, text], index): [string, string] =>
          form.controls[index] === wrong ? [name, value] : [name, text],
        );
        const answer = await send(services, reader, form, fields);
        sent += 1;
        const fault = (text: string) =>
          faults.push(`${form.service} ${form.from} ${form.action}: ${wrong.name} ${kind}: ${text}`);
        if (answer.status >= 500) fault(String(answer.status));
        if (answer.status < 400 || answer.status >= 500 || [404, 403, 429].includes(answer.status)) continue;
        rejected += 1;
        for (const text of faultsOf(form, wrong, fields, answer)) fault(text);
      }
  }
  return { faults, sent, rejected };
}

const isPage = ({ headers, status }: Answer) =>
  status === 200 && headers['content-type']?.startsWith('text/html') === true;

/** Forms that would do twice what was clicked twice. Those of public bio pages are of strangers. */
const formsWithoutKey = (root: Root): string[] =>
  elementsIn(root)
    .filter(({ name, attribs }) => name === 'form' && attribs.method?.toLowerCase() === 'post')
    .filter((form) => !('data-repeatable' in form.attribs))
    .filter((form) => !elementsIn(form).some(({ attribs }) => attribs.name === 'form_key'))
    .map(({ attribs }) => attribs.action ?? '')
    .filter((action) => !/^\/bio\/\d+\/form\//.test(action));

/** Forms with something to type. */
function formsIn(root: Root, service: Form['service'], from: string, base: string): Form[] {
  return elementsIn(root).flatMap((element) => {
    const { name, attribs } = element;
    if (name !== 'form' || attribs.method?.toLowerCase() !== 'post') return [];
    // As after the question of a confirmation.
    const controls = controlsOf(element).filter(({ name }) => !name.startsWith('confirm_'));
    if (!controls.some(({ type }) => typedTypes.includes(type))) return [];
    const url = new URL(attribs.action ?? from, new URL(from, base));
    const submit = elementsIn(element).find(
      (each) => each.name === 'button' && each.attribs.type !== 'button',
    );
    const isUpload = attribs.enctype === 'multipart/form-data';
    const button: Form['button'] = submit?.attribs.name
      ? [submit.attribs.name, submit.attribs.value ?? '']
      : undefined;
    return [{ service, from, action: url.pathname + url.search, isUpload, controls, button }];
  });
}

/** Fields with few valid texts. */
const knownTexts: Readonly<Record<string, string>> = { 'geo_location[]': 'Chile', 'geo_region[]': '' };

/** What a person types or chooses, different in each field and from what it contained. */
function typedIn({ name, type, longest, value, choices }: Control, index: number): [string, string] {
  const known = knownTexts[name];
  if (known !== undefined) return [name, known];
  const text = `${name.replaceAll(/\W/g, '')}zq${index}`.slice(0, longest);
  if (type === 'text' && /url|link|apple|google|address/.test(name)) type = 'url';
  switch (type) {
    case 'hidden':
    case 'color':
      return [name, value];
    case 'password':
      return [name, 'not the password'];
    case 'select':
    case 'radio':
      return [name, choices.findLast((choice) => choice !== value) ?? value];
    case 'checkbox':
      // An agent needs a skill.
      return [name, value === '' || name === 'skills' ? (choices[0] ?? 'on') : ''];
    case 'email':
      return [name, `${text}@example.org`];
    case 'url':
      return [name, `https://${text.replaceAll('_', '-')}.example.org/`];
    case 'number':
      return [name, '7'];
    case 'date':
      return [name, '2027-03-04'];
    case 'time':
      return [name, '10:20'];
    case 'datetime-local':
      return [name, '2027-03-04T10:20'];
    default:
      return [name, text];
  }
}

function wrongValuesOf({ type, longest }: Control): [string, string][] {
  if (type === 'number')
    return [
      ['blank', ''],
      ['too long', '99999999999999'],
      ['malformed', '-1.5'],
    ];
  const typed = type === 'textarea' ? '\u0007<%00' : 'javascript:[//\u0007 %zz';
  return [
    ['blank', type === 'textarea' ? ' \n ' : ' '],
    ['too long', 'ab '.repeat(Math.ceil(((longest ?? 5000) + 3) / 3))],
    ['malformed', typed],
  ];
}

function* faultsOf(
  form: Form,
  wrong: Control,
  fields: readonly (readonly [string, string])[],
  answer: Answer,
): Generator<string> {
  const root = parseDocument(answer.body);
  const again = formAt(root, form);
  const isGone = form.controls.some(
    ({ name, type, value }) =>
      type === 'hidden' &&
      again &&
      !controlsOf(again).some((each) => each.name === name && each.value === value),
  );
  // Someone else may have dealt with it meanwhile, which the page says.
  if (again && isGone && messageOf(root) !== '') return;
  if (!again && answer.body.includes('class="error-summary"')) return;
  if (!again) {
    yield `answers ${answer.status} without the form: ${messageOf(root)}`;
    return;
  }
  const found = controlsOf(again);
  for (const [index, { name, type }] of form.controls.entries()) {
    const expected = fields[index]?.[1] ?? '';
    // Secrets are not shown again.
    if (['hidden', 'password'].includes(type) || name === 'key') continue;
    const values = found.filter((control) => control.name === name).map(({ value }) => value);
    const isItself = form.controls[index] === wrong;
    // A row that was left blank may be gone.
    if (isItself && expected.trim() === '') continue;
    const start = isItself ? 50 : undefined;
    if (!values.some((actual) => isSame(actual.slice(0, start), expected.slice(0, start), type)))
      yield `${isItself ? 'itself' : name} lost ${JSON.stringify(expected.slice(0, 50))}, contains ${JSON.stringify(values.map((each) => each.slice(0, 50)))}`;
  }
  const marked = elementsIn(again).filter(({ attribs }) => attribs['aria-invalid'] === 'true');
  const isDescribed = marked.some(({ attribs }) =>
    (attribs['aria-describedby'] ?? '')
      .split(' ')
      .some((id) => elementsIn(again).some((each) => each.attribs.id === id && id.endsWith('-error'))),
  );
  if (!isDescribed && !ofWholeForm.test(`${form.action} ${messageOf(root)}`))
    yield `no field has the error: ${messageOf(root)}`;
}

/** Errors that no single field has. */
const ofWholeForm =
  /bulk .*Select at least one link|Your balance does not cover this|You already posted this/;

const isSame = (actual: string, expected: string, type: string) =>
  type === 'checkbox' ? actual === expected : actual.replaceAll('\r\n', '\n').trim() === expected.trim();

/** The form of a page that is most like the one sent. */
function formAt(root: Root, { action, controls }: Form): Element | undefined {
  const forms = elementsIn(root)
    .filter(({ name, attribs }) => name === 'form' && attribs.method?.toLowerCase() === 'post')
    .map((form) => {
      const theirs = controlsOf(form);
      const shared = controls.filter(({ name, type, value }) =>
        theirs.some((each) => each.name === name && (type !== 'hidden' || each.value === value)),
      ).length;
      const isThere = form.attribs.action === action;
      return { form, likeness: shared - Math.abs(theirs.length - shared) + (isThere ? 100 : 0), shared };
    })
    .filter(({ shared }) => shared > 0);
  return forms.toSorted((one, other) => other.likeness - one.likeness)[0]?.form;
}

const messageOf = (root: Root): string =>
  elementsIn(root)
    .filter(
      ({ attribs }) =>
        attribs.role === 'alert' ||
        attribs.class?.includes('notice') === true ||
        attribs.class?.includes('failure') === true ||
        attribs.class?.includes('field-error') === true,
    )
    .map((element) => DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim())
    .join(' | ')
    .slice(0, 200);

async function send(
  services: FilledServices,
  reader: Reader,
  form: Form,
  fields: readonly (readonly [string, string])[],
): Promise<Answer> {
  const { service, action, isUpload, button, controls } = form;
  const checked = new Set(controls.filter(({ type }) => type === 'checkbox').map(({ name }) => name));
  const sent = [
    ...fields.filter(([name, value]) => value !== '' || !checked.has(name)),
    ...(button ? [button] : []),
  ];
  const shared = {
    cookie: services.cookies[reader],
    accept: 'text/html',
    origin: new URL(services[service]).origin,
  };
  if (!isUpload)
    return exchange(services[service], {
      method: 'POST',
      path: action,
      headers: { ...shared, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(sent.map(([name, value]): [string, string] => [name, value])).toString(),
    });
  const parts = sent.map(
    ([name, value]) => `--part\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return exchange(services[service], {
    method: 'POST',
    path: action,
    headers: { ...shared, 'content-type': 'multipart/form-data; boundary=part' },
    body: `${parts.join('')}--part--\r\n`,
  });
}
