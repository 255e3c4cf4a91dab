import assert from 'node:assert/strict';
import { Parser, StaticConfigLoader } from 'html-validate';
import type { HtmlElement } from 'html-validate';
import type { Enter, Person, Picture } from './person.ts';
import { eventually } from '../peers/eventually.ts';

const config = await new StaticConfigLoader({ extends: [], elements: ['html5'] }).getConfigFor('page.html');
/** Without templates, which only scripts use. */
const parse = (text: string) =>
  new Parser(config).parseHtml(text.replaceAll(/<template[^>]*>[^]*?<\/template\s*>/g, ''));

/** A minimal browser with HTTP, cookies, forms and links, but without scripts. */
export const enterPlainly: Enter = async (base, signedIn = {}) => {
  const cookies = new Map(Object.entries(signedIn));
  let url = base;
  let document = parse('<html></html>');
  let typed = new Map<HtmlElement, string | Picture | undefined>();

  async function request(address: string, options: RequestInit = {}): Promise<void> {
    const target = new URL(address, url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', origin: target.origin, cookie };
    const answer = await fetch(target, { ...options, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) storeCookie(line);
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      await answer.body?.cancel();
      url = target.href;
      return request(location);
    }
    url = target.href;
    document = parse(await answer.text());
    typed = new Map();
  }

  function storeCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  const all = (selector: string) => document.querySelectorAll(selector);

  function control(label: string): HtmlElement {
    const fields = all('input, textarea, select');
    const found = fields.find((field) => labelOf(field, all('label')) === label);
    assert.ok(found, `${url} has no field “${label}”`);
    return found;
  }

  async function submit(button: HtmlElement): Promise<void> {
    const form = button.closest('form');
    assert.ok(form, 'the button is not in a form');
    const data = formData(form, button, typed);
    const action = attribute(button, 'formaction') || attribute(form, 'action') || url;
    if (attribute(form, 'method').toLowerCase() !== 'post')
      return request(`${action}?${new URLSearchParams(toPairs(data)).toString()}`);
    const isMultipart = attribute(form, 'enctype') === 'multipart/form-data';
    await request(action, { method: 'POST', body: isMultipart ? data : new URLSearchParams(toPairs(data)) });
    if (!data.has('confirm_question')) return;
    const agreed = all('.form-actions button')[0];
    assert.ok(agreed, `${url} does not ask first`);
    return submit(agreed);
  }

  const person: Person = {
    open: (address) => request(address),
    address: () => url,
    fill: async (label, text) => void typed.set(control(label), text),
    choose: async (label, option) => {
      const list = control(label);
      const chosen = list.querySelectorAll('option').find((each) => textOf(each) === option);
      assert.ok(chosen, `“${label}” has no “${option}”`);
      typed.set(list, attribute(chosen, 'value'));
    },
    attach: async (label, file) => void typed.set(control(label), file),
    tick: async (label) => {
      const field = control(label);
      const others = field.closest('form')?.querySelectorAll('input') ?? [];
      // Only one radio button of a name can be checked.
      if (attribute(field, 'type') === 'radio')
        for (const other of others)
          if (attribute(other, 'type') === 'radio' && attribute(other, 'name') === attribute(field, 'name'))
            typed.set(other, undefined);
      typed.set(field, attribute(field, 'value') || 'on');
    },
    unfold: async (summary) =>
      assert.ok(
        all('summary').some((each) => textOf(each).includes(summary)),
        `${url} has no summary “${summary}” to expand`,
      ),
    press: async (name) => {
      const button = all('button').find(
        (each) => nameOf(each) === name && attribute(each, 'type') !== 'button',
      );
      assert.ok(button, `${url} has no button “${name}”`);
      await submit(button);
    },
    follow: async (name) => {
      const link = all('a').find((each) => nameOf(each) === name);
      assert.ok(link, `${url} has no link “${name}”`);
      await request(attribute(link, 'href'));
    },
    sees: async (text) =>
      assert.ok(
        pageText(document).includes(text) ||
          all('[aria-label]').some((each) => attribute(each, 'aria-label').includes(text)),
        `${url} does not show “${text}”`,
      ),
    awaits: async (text) => {
      const isThere = () => pageText(document).includes(text);
      if (!isThere()) await eventually(() => request(url).then(isThere), Boolean, 50);
      await person.sees(text);
    },
    seesNot: async (text) => assert.ok(!pageText(document).includes(text), `${url} shows “${text}”`),
    linkLike: async (form) => {
      const found = all('a')
        .map((link) => attribute(link, 'href'))
        .find((address) => form.test(address));
      assert.ok(found, `${url} has no link that matches ${String(form)}`);
      return found;
    },
    read: async (label) => {
      const found = all('[aria-label]').find((each) => attribute(each, 'aria-label') === label);
      assert.ok(found, `${url} has no element named “${label}”`);
      return textOf(found);
    },
    leave: async () => cookies.clear(),
  };
  return person;
};

const attribute = (element: HtmlElement, name: string) => decode(element.getAttributeValue(name) ?? '');

const decode = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const textOf = (element: HtmlElement) => decode(element.textContent).replaceAll(/\s+/g, ' ').trim();

const nameOf = (element: HtmlElement) =>
  attribute(element, 'aria-label') || textOf(element) || attribute(element, 'title');

function labelOf(field: HtmlElement, labels: HtmlElement[]): string {
  const own = attribute(field, 'aria-label');
  if (own) return own;
  const id = attribute(field, 'id');
  const label = labels.find((each) => id !== '' && attribute(each, 'for') === id) ?? field.closest('label');
  return label ? textOf(label) : '';
}

function pageText(document: HtmlElement): string {
  const body = document.querySelector('body');
  return body ? textOf(body) : '';
}

/** Returns the data that a browser would send: the form's current fields and the pressed button. */
function formData(
  form: HtmlElement,
  button: HtmlElement,
  typed: ReadonlyMap<HtmlElement, string | Picture | undefined>,
): FormData {
  const data = new FormData();
  for (const field of form.querySelectorAll('input, textarea, select')) {
    const name = attribute(field, 'name');
    const value = typed.has(field) ? typed.get(field) : presentValue(field);
    if (name === '' || value === undefined) continue;
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.body)], { type: value.type }), value.name);
  }
  const name = attribute(button, 'name');
  if (name) data.append(name, attribute(button, 'value'));
  return data;
}

function presentValue(field: HtmlElement): string | undefined {
  if (field.is('textarea')) return decode(field.textContent).replace(/^\n/, '');
  if (field.is('select')) {
    const options = field.querySelectorAll('option');
    const chosen = options.find((option) => option.hasAttribute('selected')) ?? options[0];
    return chosen && attribute(chosen, 'value');
  }
  const type = attribute(field, 'type');
  if (type === 'file') return undefined;
  if (type === 'radio' || type === 'checkbox')
    return field.hasAttribute('checked') ? attribute(field, 'value') || 'on' : undefined;
  return attribute(field, 'value');
}

const toPairs = (data: FormData): [string, string][] =>
  [...data.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : '']);
