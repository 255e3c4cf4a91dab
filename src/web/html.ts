import { catalogOf } from './translation/translate.ts';
import { currentLanguage, type InterfaceLanguage, sourceLanguage } from './translation/languages.ts';
import { translateTemplate, type TranslatedTemplate } from './template-messages.ts';

/**
 * Values allowed in an `html` template. `null`, `undefined` and booleans print nothing, which allows
 * `condition && html…`.
 */
export type Fragment = Html | string | number | bigint | boolean | null | undefined | readonly Fragment[];

/** Safe markup. Only created by `html`, `attributes` and `trusted`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Creates markup from a template. All values are escaped, for text and double-quoted attributes, unless they
 * are `Html`. Always quote attributes: `<a href="${address}">`. Line breaks with indents are reduced to line
 * breaks. The template's own text is translated for the reader.
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

// Cached by template. Indents would be a third of a page.
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

/** Cached by template and language, so that translations cost nothing extra. */
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
  part
    .replaceAll(/\s+/g, (space) => (space.includes('\n') ? '\n' : space))
    // Formatters put the end of a tag on a line of its own, and space around blocks is not shown.
    .replaceAll(/\n(?=\/?>|<\/?(?:article|div|footer|h\d|header|nav|ol|p|section|ul)\b)/g, '');

/** Treats text as markup without escaping. Only for sanitizer output and constants. */
export function trusted(text: string): Html {
  return new Html(text);
}

/** Empty markup, for branches without output. */
export const nothing = new Html('');

export type AttributeValue = string | number | boolean | null | undefined;

/**
 * Prints `name="value"` for each entry, for use in a tag: `<input ${attributes({ name, required })}>`. `true`
 * prints only the name. `false`, `null` and `undefined` are omitted.
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

/** Joins class names, without those that are false. */
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
  // Most text needs no escaping, and testing is several times cheaper than replacing.
  if (!special.test(text)) return text;
  if (text.length < longText) return text.replace(specials, (character) => entities[character] ?? character);
  return Object.entries(entities).reduce((escaped, [from, to]) => escaped.replaceAll(from, to), text);
}

/** The text that `escape` was given. */
export const unescape = (escaped: string): string =>
  Object.entries(entities).reduceRight((text, [to, from]) => text.replaceAll(from, to), escaped);

/** From here on, a pass for each character takes half the time of a call for each place. `&` is the first of them. */
const longText = 2000;

function render(value: Fragment): string {
  if (typeof value === 'string') return escape(value);
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value === 'object') return value.map(render).join('');
  return String(value);
}
