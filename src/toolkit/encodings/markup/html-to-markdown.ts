import type { Element, ElementContent, Root } from 'hast';
import { parseDocument } from 'htmlparser2';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { toMarkdown } from 'mdast-util-to-markdown';
import { toMdast } from 'hast-util-to-mdast';
import { invalid } from '../../../kernel/problem.ts';

type Parsed = ReturnType<typeof parseDocument>['children'][number];

/** The DOM's number of the type; others with text are comments and instructions. */
const textNode = 3;
const deepest = 100;
const emphasized = /^(?:b|strong|i|em|del|s|strike)$/;
const emptied =
  /^(?:area|base|br|hr|img|input|li|td|th|tr|tbody|thead|table|ul|ol|p|pre|video|audio|iframe)$/;
const isContent = (node: ElementContent) => node.type !== 'text' || node.value.trim() !== '';
const dangerous = /^(?:javascript|vbscript|data):/i;
const extensions = [
  gfmStrikethroughToMarkdown(),
  // Padding would multiply the widest cell by the number of rows.
  gfmTableToMarkdown({ tablePipeAlign: false }),
  gfmTaskListItemToMarkdown(),
];

/**
 * Converts HTML to Markdown. Text that looks like markup stays text. The parser is not a browser's, whose corrections
 * of misnested tags take quadratic time.
 */
export function htmlToMarkdown(html: string): string {
  const { children } = parseDocument(html);
  const root: Root = { type: 'root', children: treesOf(children, 0) };
  return toMarkdown(toMdast(root), { extensions }).trimEnd();
}

/** Merges adjacent texts. */
function treesOf(nodes: readonly Parsed[], depth: number): ElementContent[] {
  const trees: ElementContent[] = [];
  for (const node of nodes.flatMap((each) => toTree(each, depth))) {
    const last = trees.at(-1);
    if (node.type !== 'text' || last?.type !== 'text') trees.push(node);
    else if (isContent(node) || isContent(last) || last.value === '') last.value += node.value;
  }
  return trees;
}

function toTree(node: Parsed, depth: number): ElementContent[] {
  if (depth > deepest) throw invalid('html', `The HTML is nested deeper than ${deepest} levels`);
  if ('data' in node) return node.nodeType === textNode ? [{ type: 'text', value: node.data }] : [];
  if (!('attribs' in node)) return [];
  const { name, attribs } = node;
  const element: Element = {
    type: 'element',
    tagName: name,
    properties: propertiesOf(attribs),
    children: treesOf(node.children, depth + 1),
  };
  // Empty inline elements print nothing, and the library compares each with all that follow.
  if (!emptied.test(name) && !element.children.some(isContent)) return element.children.slice(0, 1);
  return emphasized.test(name) ? withSpacesOutside(element) : [element];
}

function propertiesOf(attributes: Readonly<Record<string, string>>): Element['properties'] {
  const { class: classes, start, type, checked, href, src, alt, title, align } = attributes;
  const isSafe = (address: string) => !dangerous.test(address.replaceAll(/[\0-\x20]+/g, ''));
  return {
    ...(classes !== undefined && { className: classes.split(/\s+/) }),
    ...(start !== undefined && /^\d{1,9}$/.test(start) && { start: Number(start) }),
    ...(href !== undefined && isSafe(href) && { href }),
    ...(src !== undefined && isSafe(src) && { src }),
    ...(checked !== undefined && { checked: true }),
    ...Object.fromEntries(
      Object.entries({ type, alt, title, align }).filter(([, value]) => value !== undefined),
    ),
  };
}

/** Moves the spaces at the ends of an emphasized text outside: `**a **` is not emphasized. */
function withSpacesOutside(element: Element): ElementContent[] {
  const [first, last] = [element.children[0], element.children.at(-1)];
  const before = first?.type === 'text' && /^\s/.test(first.value) ? ' ' : '';
  const after = last?.type === 'text' && /\s$/.test(last.value) ? ' ' : '';
  if (first?.type === 'text') first.value = first.value.trimStart();
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return [{ type: 'text', value: before }, element, { type: 'text', value: after }];
}
