/** Returns the translation of a message. Undefined leaves the source text. */
type Translate = (message: string) => string | undefined;

/** A translated template: its fixed parts, and the index of the value after each. */
export interface TranslatedTemplate {
  parts: readonly string[];
  order: readonly number[];
}

/**
 * Translates the texts of an `html` template. A message is an element's own text with its inline elements:
 * `<p>Read the <a href="…">terms</a>, ${name}.</p>` has the message `Read the <a>terms</a>, {0}.`, where
 * values are numbered from 0 across the template. Readable attributes are messages too. Content of elements
 * with `translate="no"` is not translated.
 */
export function translateTemplate(parts: readonly string[], translate: Translate): TranslatedTemplate {
  const pieces: string[] = [];
  writeNodes(parseTemplate(parts.join(hole)), { translate, write: (text) => pieces.push(text) });
  const fixed: string[] = [];
  const order: number[] = [];
  let from = 0;
  const text = pieces.join('');
  for (const { 0: found, 1: index, index: at } of text.matchAll(/\0(\d+);/g)) {
    fixed.push(text.slice(from, at));
    order.push(Number(index));
    from = at + found.length;
  }
  fixed.push(text.slice(from));
  return { parts: fixed, order };
}

interface Writer {
  translate: Translate;
  write: (text: string) => void;
}

/** Inline elements. All others start and end a message. */
const phrases = new Set(
  'a abbr b bdi br cite code data del em i img input ins kbd mark q s small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
const hasLetters = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&[#\w]+;|\0\d+;/g, ' '));

const isPhrase = (node: TemplateNode): boolean =>
  node.kind === 'text' ||
  node.kind === 'hole' ||
  (node.kind === 'element' && phrases.has(node.name) && node.children.every(isPhrase));

function writeNodes(nodes: readonly TemplateNode[], writer: Writer): void {
  let run: TemplateNode[] = [];
  const end = () => {
    writeRun(run, writer);
    run = [];
  };
  for (const node of nodes) {
    if (isPhrase(node)) run.push(node);
    else {
      end();
      writeNode(node, writer);
    }
  }
  end();
}

function writeNode(node: TemplateNode, writer: Writer): void {
  if (node.kind === 'text' || node.kind === 'markup') writer.write(node.text);
  else if (node.kind === 'hole') writer.write(`${hole}${node.index};`);
  else {
    writer.write(translateAttributes(node.open, writer.translate));
    const inner = isLeft(node) ? { ...writer, translate: () => undefined } : writer;
    writeNodes(node.children, inner);
    writer.write(node.close);
  }
}

const isLeft = (node: TemplateNode) =>
  node.kind === 'element' && (/\stranslate="no"/.test(node.open) || node.name === 'pre');

/** Writes adjacent inline nodes: as one message if they contain text of their own, otherwise individually. */
function writeRun(run: readonly TemplateNode[], writer: Writer): void {
  if (!run.some((node) => node.kind === 'text' && hasLetters(node.text))) {
    for (const node of run) writeNode(node, writer);
    return;
  }
  const places = new Map<string, Place>();
  const source = messageOf(run, places);
  const message = source.trim();
  const translation = writer.translate(message.replaceAll(/\s+/g, ' '));
  if (translation === undefined) for (const node of run) writeNode(node, writer);
  else {
    const [before = '', after = ''] = source.split(message);
    writer.write(before);
    fill(translation, places, writer);
    writer.write(after);
  }
}

/** The value of a placeholder in a message. */
interface Place {
  text: string;
}

/** The text of a message, with values and tags as placeholders. */
function messageOf(nodes: readonly TemplateNode[], places: Map<string, Place>): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text' || node.kind === 'markup') return node.text;
      if (node.kind === 'hole') {
        places.set(`{${node.index}}`, { text: `${hole}${node.index};` });
        return `{${node.index}}`;
      }
      let name = node.name;
      for (let n = 2; places.has(`<${name}>`) || places.has(`<${name}/>`); n++) name = `${node.name}${n}`;
      if (node.children.length === 0) {
        places.set(`<${name}/>`, { text: node.open + node.close });
        return `<${name}/>`;
      }
      places.set(`<${name}>`, { text: node.open }).set(`</${name}>`, { text: node.close });
      return `<${name}>${messageOf(node.children, places)}</${name}>`;
    })
    .join('');
}

const placeholder = /\{\d+\}|<\/?[a-z]+\d*\/?>/g;

/** The placeholders of a message, in order. A translation must have the same. */
export const placeholdersOf = (message: string): string[] => (message.match(placeholder) ?? []).sort();

function fill(translation: string, places: ReadonlyMap<string, Place>, { translate, write }: Writer): void {
  let from = 0;
  for (const { 0: found, index } of translation.matchAll(placeholder)) {
    const place = places.get(found);
    if (!place) continue;
    write(escapeText(translation.slice(from, index)));
    write(found.startsWith('<') ? translateAttributes(place.text, translate) : place.text);
    from = index + found.length;
  }
  write(escapeText(translation.slice(from)));
}

/** A translation is text that may contain the same entities as the source. */
const escapeText = (text: string) =>
  text
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/&(?![#\w]+;)/g, '&amp;');

/** Attributes with text that people read or hear. */
const readableAttributes =
  /(\s(?:placeholder|title|alt|label|aria-label|aria-description|aria-roledescription|data-turbo-confirm|data-turbo-submits-with|data-[\w-]+-(?:label|text|message|title)(?:-value)?)=")([^"]*)(")/g;

const translateAttributes = (tag: string, translate: Translate): string =>
  tag.replaceAll(readableAttributes, (all, start: string, value: string, end: string) => {
    if (!hasLetters(value)) return all;
    const message = value
      .replaceAll(/\0(\d+);/g, '{$1}')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const translation = translate(message);
    if (translation === undefined) return all;
    const text = escapeText(translation).replaceAll('"', '&quot;');
    return start + text.replaceAll(/\{(\d+)\}/g, `${hole}$1;`) + end;
  });

/** An `html` template as a tree, for extracting its texts. */
type TemplateNode =
  | { kind: 'text'; text: string }
  /** A value, by its index. */
  | { kind: 'hole'; index: number }
  /** Comments, scripts, and elements not closed within the template. */
  | { kind: 'markup'; text: string }
  | { kind: 'element'; name: string; open: string; children: TemplateNode[]; close: string };

/** A placeholder for a value in a template's text, which cannot contain this character. */
const hole = '\u0000';

const token =
  // eslint-disable-next-line redos/no-vulnerable -- the input is our own source
  /<!--[^]*?-->|<![^>]*>|<(?<raw>script|style)\b[^]*?<\/\k<raw>\s*>|<(?<slash>\/?)(?<name>[a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^<>"'])*>|\0|[^<\0]+|</g;

const withoutEnd = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

type Element = Extract<TemplateNode, { kind: 'element' }>;

/**
 * Parses a template in which values are `hole`. Elements that it does not open or close itself are markup.
 */
function parseTemplate(text: string): TemplateNode[] {
  const root: TemplateNode[] = [];
  const open: Element[] = [];
  let holes = 0;
  const add = (node: TemplateNode) => (open.at(-1)?.children ?? root).push(node);
  for (const { 0: found, groups: { name, slash } = {} } of text.matchAll(token)) {
    if (found === hole) add({ kind: 'hole', index: holes++ });
    else if (name === undefined) {
      add({ kind: found.startsWith('<') ? 'markup' : 'text', text: numbered(found) });
    } else if (slash === '/') closeElement(found, name.toLowerCase());
    else {
      const element: Element = {
        kind: 'element',
        name: name.toLowerCase(),
        open: numbered(found),
        children: [],
        close: '',
      };
      add(element);
      if (!withoutEnd.has(element.name) && !found.endsWith('/>')) open.push(element);
    }
  }
  while (open.length > 0) unwrapUnclosed();
  return root;

  /** Numbers the values within a tag or comment, so that the text identifies them. */
  function numbered(part: string): string {
    return part.replaceAll(hole, () => `${hole}${holes++};`);
  }

  function closeElement(found: string, name: string): void {
    if (!open.some((element) => element.name === name)) {
      add({ kind: 'markup', text: found });
      return;
    }
    while (open.at(-1)?.name !== name) unwrapUnclosed();
    const element = open.pop();
    if (element) element.close = found;
  }

  /** Dissolves an unclosed element: its tag becomes markup, followed by its children. */
  function unwrapUnclosed(): void {
    const element = open.pop();
    if (!element) return;
    const siblings = open.at(-1)?.children ?? root;
    siblings.splice(-1, 1, { kind: 'markup', text: element.open }, ...element.children);
  }
}
