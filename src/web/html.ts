import { catalogOf, formatNumber, numberFormat } from './translation/translate.ts';
import { currentLanguage, type InterfaceLanguage, sourceLanguage } from './translation/languages.ts';
import { translateTemplate, type TranslatedTemplate } from './template-messages.ts';
import type { Product } from './product.ts';

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
  let text = '';
  for (const name in entries) {
    const value = entries[name];
    if (value === false || value === null || value === undefined) continue;
    if (text !== '') text += ' ';
    text += value === true ? name : `${name}="${escape(String(value))}"`;
  }
  return new Html(text);
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

/** Additions to the content security policy of one page. */
export interface PolicyExtras {
  /** Additional sources by directive: `{ 'frame-src': ['https:'] }`. */
  sources?: Readonly<Record<string, readonly string[]>>;
  /** Devices that the page can request, such as a call's camera. */
  devices?: readonly ('camera' | 'display-capture' | 'microphone')[];
  /** Whether pages of the same site may embed it, as in an editor's preview. */
  inOwnFrames?: boolean;
}

/** A page for the layout. Its `body` contains the page's only `<h1>`, created by `pageHeader()`. */
export interface View {
  /** The document title. The service's name is added. */
  title: string;
  body: Html;
  description?: string;
  /** Key of the navigation entry to mark as current. */
  section?: string;
  /** The context column: beside the main column on wide screens, otherwise below it. */
  aside?: Html;
  /**
   * `app` has the navigation; `plain` is a centered card such as sign-in; `landing` has full width; `stage`
   * is only its body, for a separate window. `bare` is for visitors of a member's content: only its body with
   * its own `<main>`, a small style sheet and its own scripts.
   */
  shape?: 'app' | 'plain' | 'landing' | 'stage' | 'bare';
  /** An additional style sheet for styles that few pages need: `tools` is `browser/styles/tools.css`. */
  style?:
    | 'calls'
    | 'chat'
    | 'composer-dialog'
    | 'design'
    | 'events'
    | 'landing'
    | 'link-builder'
    | 'reference'
    | 'rich-text'
    | 'settings'
    | 'tools';
  /** Modules under `browser/` to load: by bare pages themselves, otherwise early for controllers of the page. */
  scripts?: readonly string[];
  /** For bare pages: style rules built only from validated values, such as an owner's colors. */
  css?: string;
  /** Additional content security policy. */
  policy?: PolicyExtras;
  /** Extends over the context column's width, for tables. */
  wide?: boolean;
  canonical?: string;
  /** Additional head elements: Open Graph, JSON-LD, feeds. */
  head?: Html;
  status?: number;
}

export interface PageContext {
  product: Product;
  /** The product's public URL, without a trailing slash. */
  base: string;
  /** The public URL of the other product. */
  other: string;
  /** Path and query of the request, where the theme switch redirects to. */
  path: string;
  nonce: string;
  viewer: {
    id: string;
    name: string;
    username: string;
    picture: string | null;
    isOperator: boolean;
    isModerator?: boolean;
  } | null;
  /** The viewer's own workspace and those they are a member of. */
  workspaces?: readonly { id: string; name: string; role: string; isCurrent: boolean }[];
  counts?: {
    friendRequests?: number;
    notifications?: number;
    messages?: number;
    /** The last live event included in the counts. */
    position?: string;
  };
  flash?: { kind: 'success' | 'info' | 'error'; text: string } | null;
  theme: 'auto' | 'light' | 'dark';
  /** A language tag such as `en` or `ar`, which also determines the text direction. */
  language: string;
}

/** Renders a page as a whole document. */
export type Layout = (view: View, context: PageContext) => string;

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });

/** Numbers with up to four digits are short enough. */
const longestExact = 9999;

/** A number where space is short, as text. */
export const shortNumberText = (value: number): string =>
  Math.abs(value) <= longestExact ? formatNumber(value) : compact.format(value);

/** A number where space is short, such as 7.4M for 7,407,404 in English, with the exact number on hover. */
export const shortNumber = (value: number): Fragment =>
  Math.abs(value) <= longestExact
    ? formatNumber(value)
    : html`<abbr class="number" title="${formatNumber(value)}">${shortNumberText(value)}</abbr>`;
