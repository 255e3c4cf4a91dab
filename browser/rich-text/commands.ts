import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from 'prosemirror-tables';
import { schema } from './schema.ts';

// What the buttons of the toolbar do, by the names that they have in the page.

const { nodes, marks } = schema;
export const node = (name: string): NodeType => nodes[name] ?? schema.topNodeType;
const mark = (name: string): MarkType => {
  const found = marks[name];
  if (!found) throw new Error(`No mark is called ${name}`);
  return found;
};

const isAround = (state: EditorState, name: string): boolean => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true;
  return false;
};

/** Paragraph, heading, smaller heading, and a paragraph again. */
const heading: Command = (state, dispatch) => {
  const { parent } = state.selection.$from;
  const level = parent.type.name === 'heading' ? Number(parent.attrs.level) : 1;
  const next =
    level < 3 ? setBlockType(node('heading'), { level: level + 1 }) : setBlockType(node('paragraph'));
  return next(state, dispatch);
};

const quote: Command = (state, dispatch) =>
  isAround(state, 'blockquote') ? lift(state, dispatch) : wrapIn(node('blockquote'))(state, dispatch);

const list =
  (name: string): Command =>
  (state, dispatch) =>
    isAround(state, name)
      ? liftListItem(node('list_item'))(state, dispatch)
      : wrapInList(node(name), { tight: true })(state, dispatch);

const block: Command = (state, dispatch) =>
  state.selection.$from.parent.type.name === 'code_block'
    ? setBlockType(node('paragraph'))(state, dispatch)
    : setBlockType(node('code_block'))(state, dispatch);

const put =
  (create: () => Node | null | undefined): Command =>
  (state, dispatch) => {
    const created = create();
    if (!created) return false;
    dispatch?.(state.tr.replaceSelectionWith(created).scrollIntoView());
    return true;
  };

const table: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const row = (name: string) =>
    node('table_row').create(null, [node(name).createAndFill(), node(name).createAndFill()] as Node[]);
  const created = node('table').create(null, [row('table_header'), row('table_cell')]);
  if (!dispatch) return true;
  const change = state.tr.replaceSelectionWith(created);
  // The caret is in the first cell.
  let at = 0;
  change.doc.descendants((found, position) => {
    if (found === created) at = position;
    return at === 0;
  });
  dispatch(change.setSelection(TextSelection.near(change.doc.resolve(at + 1))).scrollIntoView());
  return true;
};

export const breakLine: Command = chainCommands(
  exitCode,
  (state, dispatch) =>
    state.selection.$from.parent.type.contentMatch.matchType(node('hard_break')) !== null &&
    put(() => node('hard_break').create())(state, dispatch),
);

/** Without a link, `undefined` removes one. */
export const setLink =
  (href: string | undefined): Command =>
  (state, dispatch) => {
    const { from, to, empty, $from } = state.selection;
    const link = mark('link');
    // Without a selection, the whole link around the caret.
    let [start, end] = [from, to];
    if (empty)
      $from.parent.forEach((child, offset) => {
        const at = $from.start() + offset;
        if (link.isInSet(child.marks) && at <= from && at + child.nodeSize >= from)
          [start, end] = [at, at + child.nodeSize];
      });
    if (!dispatch) return true;
    const change = state.tr;
    if (start === end && href !== undefined)
      change.insertText(href, start, end).addMark(start, start + href.length, link.create({ href }));
    else {
      change.removeMark(start, end, link);
      if (href !== undefined) change.addMark(start, end, link.create({ href }));
    }
    dispatch(change.removeStoredMark(link));
    return true;
  };

/** The address of the link around the caret. */
export const linkAt = ({ selection: { $from } }: EditorState): string | undefined => {
  const found = mark('link').isInSet($from.marks()) ?? mark('link').isInSet($from.nodeAfter?.marks ?? []);
  return found && String(found.attrs.href);
};

/** The selected picture. */
export const pictureAt = ({ selection }: EditorState): Node | undefined =>
  selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : undefined;

/** Inserts a picture as a paragraph of its own, with the caret below. In a table, it stays in its cell. */
export const addPicture =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    const picture = node('image').create({ src, alt });
    if (isInTable(state)) {
      dispatch?.(state.tr.replaceSelectionWith(picture, false).scrollIntoView());
      return true;
    }
    const change = state.tr.deleteSelection();
    const { $from } = change.selection;
    const parts = [node('paragraph').create(null, picture), node('paragraph').create()];
    const isEmpty =
      $from.depth > 0 && $from.parent.content.size === 0 && $from.parent.type.name === 'paragraph';
    const end = $from.depth > 0 ? $from.after() : $from.pos;
    const start = isEmpty ? $from.before() : end;
    change.replaceWith(start, end, parts);
    const below = start + (parts[0]?.nodeSize ?? 0) + 1;
    dispatch?.(change.setSelection(TextSelection.near(change.doc.resolve(below))).scrollIntoView());
    return true;
  };

export const setAlt =
  (alt: string): Command =>
  (state, dispatch) => {
    if (!pictureAt(state)) return false;
    dispatch?.(state.tr.setNodeAttribute(state.selection.from, 'alt', alt));
    return true;
  };

export const commands = {
  heading,
  bold: toggleMark(mark('strong')),
  italic: toggleMark(mark('em')),
  strike: toggleMark(mark('strike')),
  code: toggleMark(mark('code')),
  quote,
  list: list('bullet_list'),
  numbers: list('ordered_list'),
  block,
  rule: put(() => node('horizontal_rule').create()),
  table,
  'add-row': addRowAfter,
  'add-column': addColumnAfter,
  'delete-row': deleteRow,
  'delete-column': deleteColumn,
  'delete-table': deleteTable,
  undo,
  redo,
} satisfies Record<string, Command>;

export const commandOf = (name: string): Command | undefined => (commands as Record<string, Command>)[name];

/** Whether a button is shown as pressed. */
export function isActive(state: EditorState, name: string): boolean {
  const { $from, from, to, empty } = state.selection;
  const marked = { bold: 'strong', italic: 'em', strike: 'strike', code: 'code', link: 'link' }[name];
  if (marked !== undefined)
    return empty
      ? mark(marked).isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, mark(marked));
  const around = {
    quote: 'blockquote',
    list: 'bullet_list',
    numbers: 'ordered_list',
    heading: 'heading',
    block: 'code_block',
    table: 'table',
  }[name];
  return around !== undefined && isAround(state, around);
}
