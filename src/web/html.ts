import { catalogOf } from '../kernel/translation/catalogs.ts';
import { currentLanguage } from '../kernel/translation/current-language.ts';
import { sourceLanguage, type InterfaceLanguage } from '../kernel/translation/languages.ts';
import { translateTemplate, type TranslatedTemplate } from './template-messages.ts';

/** What may be in an `html` template. `null`, `undefined` and booleans print nothing, so `condition && html…` reads well. */
export type Fragment = Html | string | number | bigint | boolean | null | undefined | readonly Fragment[];

/** Markup that is safe to send. Only `html`, `attributes` and `trusted` make one. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Markup from a template. Everything put into it is escaped, in text and between double quotes of an attribute,
 * unless it is `Html` itself. Always quote attributes: `<a href="${address}">`. A line break and the indent after it
 * are sent as one line break. What the template itself says is sent in the language of its reader.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  const language = currentLanguage();
  if (language !== sourceLanguage) return inOtherLanguage(language, parts, values);
  const constant = withoutIndents(parts);
  let text = constant[0] ?? '';
  for (let i = 0; i < values.length; i++) text += render(values[i]) + (constant[i + 1] ?? '');
  return new Html(text);
}

const tightened = new WeakMap<TemplateStringsArray, readonly string[]>();

// Done once a template, not once a call: a third of a page is indents otherwise.
function withoutIndents(parts: TemplateStringsArray): readonly string[] {
  let found = tightened.get(parts);
  if (!found) tightened.set(parts, (found = parts.map(withoutIndent)));
  return found;
}

const translated = new WeakMap<TemplateStringsArray, Map<InterfaceLanguage, TranslatedTemplate>>();

function inOtherLanguage(
  language: InterfaceLanguage,
  template: TemplateStringsArray,
  values: readonly Fragment[],
): Html {
  const { parts, order } = translationOf(language, template);
  let text = parts[0] ?? '';
  for (let i = 0; i < order.length; i++) text += render(values[order[i] ?? 0]) + (parts[i + 1] ?? '');
  return new Html(text);
}

/** Translated once a template and language: from then on it costs what the source does. */
function translationOf(language: InterfaceLanguage, template: TemplateStringsArray): TranslatedTemplate {
  let languages = translated.get(template);
  if (!languages) translated.set(template, (languages = new Map<InterfaceLanguage, TranslatedTemplate>()));
  let found = languages.get(language);
  if (!found) {
    const catalog = catalogOf(language);
    found = translateTemplate(withoutIndents(template), (message) => catalog.get(message));
    languages.set(language, found);
  }
  return found;
}

const withoutIndent = (part: string) =>
  part.replaceAll(/\s+/g, (space) => (space.includes('\n') ? '\n' : space));

/** Text taken as markup as it is. Only for what a sanitiser has just made, or a constant of ours. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Prints nothing: for a branch that has nothing to show. */
export const nothing = new Html('');

export type AttributeValue = string | number | boolean | null | undefined;

/**
 * `name="value"` for each entry, to be put into a tag: `<input ${attributes({ name, required })}>`.
 * `true` prints the bare name; `false`, `null` and `undefined` leave it out.
 */
export function attributes(entries: Readonly<Record<string, AttributeValue>>): Html {
  const printed: string[] = [];
  for (const [name, value] of Object.entries(entries)) {
    if (value === true) printed.push(name);
    else if (value !== false && value !== null && value !== undefined) {
      printed.push(`${name}="${escape(String(value))}"`);
    }
  }
  return new Html(printed.join(' '));
}

/** Class names in one string, without those that are false. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

const special = /[&<>"']/;
const specials = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escape(text: string): string {
  // Most text has nothing to escape, and testing is several times cheaper than replacing.
  return special.test(text) ? text.replace(specials, (character) => entities[character] ?? character) : text;
}

function render(value: Fragment): string {
  if (typeof value === 'string') return escape(value);
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value);
}
