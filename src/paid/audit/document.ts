import { parseJson } from '../../kernel/json.ts';
import { readMarkup } from '../../platform/sandbox/markup.ts';
import { sandboxTask } from '../../platform/sandbox/task.ts';

/** The parts of a page's HTML that checks need. */
export interface SitePage {
  titles: string[];
  language: string;
  charset: string;
  viewport: string;
  /** Contents of `meta` elements by lower-case name or property. */
  meta: Map<string, string>;
  /** Policies in `http-equiv`. */
  policies: string[];
  links: { rel: string; href: string; hreflang: string }[];
  anchors: { href: string | undefined; text: string; role: string; rel: string; name: boolean }[];
  images: { src: string; alt: string | undefined; hidden: boolean }[];
  headings: { level: number; text: string }[];
  scripts: { src: string; integrity: string }[];
  /** Raw JSON-LD. */
  data: string[];
  /** Addresses that a browser loads automatically. */
  resources: string[];
  forms: string[];
  /** Visible text, without scripts and styles. */
  text: string;
}

type Attributes = Readonly<Record<string, string>>;

/** An open element whose text is being collected. */
interface Open {
  tag: string;
  text: string;
  close: (text: string) => void;
}

const unread = ['script', 'style', 'noscript', 'template', 'svg', 'head'];
/** Limits against hostile pages with deep nesting and repetition. */
const maxOpen = 20;
const maxListed = 5000;
const maxText = 200_000;
const maxData = 500_000;

/** Reads a page in the sandbox. */
export const documentTask = sandboxTask('audit.document', () => Promise.resolve(getDocument));

/** Parses a page in one pass, as tolerant of errors as a browser without scripts. */
async function getDocument(markup: string): Promise<SitePage> {
  const page: SitePage = {
    titles: [],
    language: '',
    charset: '',
    viewport: '',
    meta: new Map(),
    policies: [],
    links: [],
    anchors: [],
    images: [],
    headings: [],
    scripts: [],
    data: [],
    resources: [],
    forms: [],
    text: '',
  };
  const open: Open[] = [];
  const listen = (tag: string, close: Open['close']) => {
    if (open.length < maxOpen) open.push({ tag, text: '', close });
  };
  const hidden = new Map<string, number>();
  let text = '';
  await readMarkup(markup, {
    onopentag: (tag, attributes) => {
      if (unread.includes(tag)) hidden.set(tag, (hidden.get(tag) ?? 0) + 1);
      if (page.anchors.length + page.images.length + page.resources.length < maxListed)
        note(page, tag, attributes, { listen, isInside: (name) => (hidden.get(name) ?? 0) > 0 });
      if (tag === 'img') for (const each of open) each.text += ` ${attributes.alt ?? ''} `;
    },
    ontext: (chunk) => {
      for (const each of open) if (each.text.length < maxData) each.text += chunk;
      if (text.length < maxText && unread.every((name) => !hidden.get(name))) text += chunk;
    },
    onclosetag: (tag) => {
      if (hidden.get(tag)) hidden.set(tag, (hidden.get(tag) ?? 1) - 1);
      if (!unread.includes(tag)) text += ' ';
      const at = open.findLastIndex((each) => each.tag === tag);
      const [closed] = at < 0 ? [] : open.splice(at, 1);
      closed?.close(closed.text);
    },
  });
  for (const { text, close } of open) close(text);
  return { ...page, text: lineOf(text) };
}

interface Reader {
  /** Calls `close` with the text of the element just opened when it ends. */
  listen: (tag: string, close: Open['close']) => void;
  isInside: (tag: string) => boolean;
}

function note(page: SitePage, tag: string, attributes: Attributes, { listen, isInside }: Reader): void {
  const value = (name: string) => (attributes[name] ?? '').trim();
  page.resources.push(...resourceOf(tag, attributes));
  if (tag === 'html' && page.language === '') page.language = value('lang');
  if (tag === 'meta') noteMeta(page, attributes);
  if (tag === 'title' && !isInside('svg')) listen(tag, (text) => page.titles.push(lineOf(text)));
  if (tag === 'link')
    page.links.push({
      rel: value('rel').toLowerCase(),
      href: value('href'),
      hreflang: value('hreflang').toLowerCase(),
    });
  if (tag === 'a')
    listen(tag, (text) =>
      page.anchors.push({
        href: attributes.href?.trim(),
        text: lineOf(attributes['aria-label'] ?? text) || value('title'),
        role: value('role'),
        rel: value('rel').toLowerCase(),
        name: 'name' in attributes || 'id' in attributes,
      }),
    );
  if (tag === 'img')
    page.images.push({
      src: value('src'),
      alt: attributes.alt,
      hidden: value('role') === 'presentation' || value('aria-hidden') === 'true',
    });
  if (/^h[1-6]$/.test(tag)) {
    const heading = { level: Number(tag[1]), text: '' };
    page.headings.push(heading);
    listen(tag, (text) => void (heading.text = lineOf(text)));
  }
  if (tag === 'script' && value('src') !== '')
    page.scripts.push({ src: value('src'), integrity: value('integrity') });
  if (tag === 'script' && value('type').toLowerCase() === 'application/ld+json')
    listen(tag, (text) => page.data.push(text));
  if (tag === 'form') page.forms.push(value('action'));
}

function noteMeta(page: SitePage, attributes: Attributes): void {
  const content = attributes.content ?? '';
  const name = (attributes.name ?? attributes.property ?? '').trim().toLowerCase();
  if (name !== '') page.meta.set(name, content);
  if (name === 'viewport') page.viewport = content;
  page.charset ||= attributes.charset ?? /charset=([\w-]+)/i.exec(content)?.[1] ?? '';
  if (attributes['http-equiv']?.toLowerCase() === 'content-security-policy') page.policies.push(content);
}

const lineOf = (text: string) => text.replace(/\s+/g, ' ').trim();

const loads: Readonly<Record<string, string>> = {
  script: 'src',
  img: 'src',
  iframe: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  embed: 'src',
  object: 'data',
};

function resourceOf(tag: string, attributes: Attributes): string[] {
  const isSheet = tag === 'link' && /\b(stylesheet|icon|preload|modulepreload)\b/i.test(attributes.rel ?? '');
  const address = isSheet ? attributes.href : attributes[loads[tag] ?? ''];
  return address ? [address.trim()] : [];
}

interface Node {
  type: string;
  name: string;
}

const max = 200;

/** Returns the nodes of JSON-LD with graphs flattened, and syntax errors. */
export function parseJsonLd(texts: readonly string[]): { nodes: Node[]; mistakes: string[] } {
  const nodes: Node[] = [];
  const mistakes: string[] = [];
  for (const text of texts)
    try {
      const found = flatten(parseJson(text), false);
      if (found.length === 0) mistakes.push('No node with @context and @type');
      nodes.push(...found);
    } catch (error) {
      mistakes.push((error as Error).message);
    }
  return { nodes, mistakes };
}

function flatten(value: unknown, hasContext: boolean): Node[] {
  if (Array.isArray(value)) return value.slice(0, max).flatMap((each) => flatten(each, hasContext));
  if (typeof value !== 'object' || value === null) return [];
  const { '@type': type, '@graph': graph, '@context': context, name } = value as Record<string, unknown>;
  const isKnown = hasContext || context !== undefined;
  if (!isKnown) return [];
  const inside = graph === undefined ? [] : flatten(graph, isKnown);
  const types = [type ?? []].flat().filter((each) => typeof each === 'string');
  return [...types.map((each) => ({ type: each, name: typeof name === 'string' ? name : '' })), ...inside];
}
