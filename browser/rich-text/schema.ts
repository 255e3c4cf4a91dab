import { schema as basic } from 'prosemirror-markdown';
import { type DOMOutputSpec, Schema, type TagParseRule } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

// The documents of the editor: what `src/web/markdown.ts` reads, as a tree that people edit.

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => cell.dataset.align ?? null,
      setDOMAttr: (align, attributes) => {
        if (typeof align === 'string') attributes['data-align'] = align;
      },
    },
  },
});

/** Readers see only pictures of our own file store. Others are links, because their servers could track readers. */
function pictureToDom(attrs: { src: string; alt: string | null; title: string | null }): DOMOutputSpec {
  const { src, alt, title } = attrs;
  if (src.startsWith('/content/uploads/'))
    return ['img', { src: src.replace(/#.*/, ''), alt: alt ?? '', title }];
  return ['span', { class: 'rich-text-picture', title: src }, alt === null || alt === '' ? src : alt];
}

/** Lists of other pages are loose if their items have paragraphs. */
const listFrom = (tag: string): TagParseRule => ({
  tag,
  getAttrs: (list) => ({
    order: Number(list.getAttribute('start') ?? 1),
    tight: list.dataset.tight !== undefined || list.querySelector(':scope > li > p') === null,
  }),
});

export const schema = new Schema({
  nodes: basic.spec.nodes
    .update('paragraph', { ...basic.spec.nodes.get('paragraph'), toDOM: () => ['p', { dir: 'auto' }, 0] })
    .update('heading', {
      ...basic.spec.nodes.get('heading'),
      toDOM: ({ attrs }) => [`h${Math.max(2, Number(attrs.level))}`, { dir: 'auto' }, 0],
    })
    .update('bullet_list', { ...basic.spec.nodes.get('bullet_list'), parseDOM: [listFrom('ul')] })
    .update('ordered_list', { ...basic.spec.nodes.get('ordered_list'), parseDOM: [listFrom('ol')] })
    .update('image', {
      ...basic.spec.nodes.get('image'),
      toDOM: ({ attrs }) => pictureToDom(attrs as Parameters<typeof pictureToDom>[0]),
    })
    .append(tables),
  marks: basic.spec.marks.addBefore('code', 'strike', {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }],
    toDOM: () => ['s'],
  }),
});
