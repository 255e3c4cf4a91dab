/** An `html` template as a tree, for extracting its texts. */
export type TemplateNode =
  | { kind: 'text'; text: string }
  /** A value, by its index. */
  | { kind: 'hole'; index: number }
  /** Comments, scripts, and elements not closed within the template. */
  | { kind: 'markup'; text: string }
  | { kind: 'element'; name: string; open: string; children: TemplateNode[]; close: string };

/** A placeholder for a value in a template's text, which cannot contain this character. */
export const hole = '\u0000';

const token =
  // eslint-disable-next-line redos/no-vulnerable -- the input is our own source
  /<!--[^]*?-->|<![^>]*>|<(?<raw>script|style)\b[^]*?<\/\k<raw>\s*>|<(?<slash>\/?)(?<name>[a-zA-Z][\w-]*)(?:"[^"]*"|'[^']*'|[^<>"'])*>|\0|[^<\0]+|</g;

const withoutEnd = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

type Element = Extract<TemplateNode, { kind: 'element' }>;

/**
 * Parses a template in which values are `hole`. Elements that it does not open or close itself are markup.
 */
export function parseTemplate(text: string): TemplateNode[] {
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
