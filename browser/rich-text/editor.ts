import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import {
  type InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Fragment, type Node, type NodeType, Slice } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, EditorState, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { goToNextCell, isInTable, tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import {
  addPicture,
  breakLine,
  commandOf,
  commands,
  isActive,
  linkAt,
  node,
  pictureAt,
  setAlt,
  setLink,
} from './commands.ts';
import { fromMarkdown, fromMarkdownWithoutLoss, toMarkdown } from './document.ts';
import { schema } from './schema.ts';
import { markRule, ruleLine } from './input-rules.ts';
import { cleanHtml } from './paste.ts';

export interface RichText {
  readonly element: HTMLElement;
  focus(): void;
  /** Continues at the end of what was typed before the editor had loaded. */
  focusAtEnd(): void;
  /** Runs the command of a button, and returns the focus to the text. */
  run(name: string): void;
  isActive(name: string): boolean;
  readonly isInTable: boolean;
  readonly link: string | undefined;
  setLink(address: string | undefined): void;
  /** The alternative text of the selected picture. */
  readonly alt: string | undefined;
  setAlt(alt: string): void;
  insertPicture(address: string, alt: string): void;
  toMarkdown(): string;
  /** Replaces the text. Returns false, without a change, for one that cannot be edited here without loss. */
  load(text: string): boolean;
  destroy(): void;
}

interface RichTextOptions {
  text: string;
  attributes: Record<string, string>;
  /** Called after each change of the text. */
  changed: () => void;
  /** Called when the caret or selection moves. */
  moved: () => void;
  /** Called when the keys of a link are pressed. */
  link: () => void;
  /** Called with the pictures that are pasted or dropped. */
  pictures: ((files: File[]) => void) | undefined;
}

/** Opens an editor, or returns undefined for a text that cannot be edited in it without loss. */
export function openRichText({ text, attributes, ...options }: RichTextOptions): RichText | undefined {
  const loaded = fromMarkdownWithoutLoss(text);
  if (!loaded) return undefined;
  const element = document.createElement('div');
  const stateOf = (doc: Node) => EditorState.create({ doc, plugins: plugins(options) });
  const view = new EditorView(element, {
    state: stateOf(loaded),
    attributes,
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) options.changed();
      options.moved();
    },
    // Plain text is Markdown, as in the text area.
    clipboardTextParser: (pasted) => {
      const { content } = fromMarkdown(pasted);
      return Slice.maxOpen(content);
    },
    clipboardTextSerializer: (slice) =>
      toMarkdown(
        schema.topNodeType.create(
          null,
          slice.content.childCount > 0 && slice.content.firstChild?.isInline
            ? schema.nodes.paragraph?.create(null, slice.content)
            : slice.content,
        ),
      ),
    transformPastedHTML: cleanHtml,
    transformPasted: (slice) => new Slice(cleaned(slice.content), slice.openStart, slice.openEnd),
  });
  const run = (command: Command | undefined): void => {
    command?.(view.state, view.dispatch);
    view.focus();
  };
  return {
    element,
    focus: () => view.focus(),
    focusAtEnd: () => {
      view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)));
      view.focus();
    },
    run: (name) => run(commandOf(name)),
    isActive: (name) => isActive(view.state, name),
    get isInTable() {
      return isInTable(view.state);
    },
    get link() {
      return linkAt(view.state);
    },
    setLink: (address) => run(setLink(address)),
    get alt() {
      const picture = pictureAt(view.state);
      return picture && String(picture.attrs.alt ?? '');
    },
    setAlt: (alt) => run(setAlt(alt)),
    insertPicture: (address, alt) => run(addPicture(address, alt)),
    toMarkdown: () => toMarkdown(view.state.doc),
    load: (next) => {
      const doc = fromMarkdownWithoutLoss(next);
      if (doc) view.updateState(stateOf(doc));
      return doc !== undefined;
    },
    destroy: () => view.destroy(),
  };
}

/** Addresses that the page would remove anyway, and pictures without one, are left out of what is pasted. */
function cleaned(content: Fragment): Fragment {
  const kept: Node[] = [];
  content.forEach((child) => {
    const isLost = child.type.name === 'image' && !/^(https?:|\/content\/)/.test(String(child.attrs.src));
    if (isLost) return;
    const marks = child.marks.filter(
      ({ type, attrs }) => type.name !== 'link' || /^(https?:|mailto:|\/(?!\/)|#)/i.test(String(attrs.href)),
    );
    kept.push((child.isText ? child : child.copy(cleaned(child.content))).mark(marks));
  });
  return Fragment.fromArray(kept);
}

function plugins({ pictures, link }: Pick<RichTextOptions, 'pictures' | 'link'>): Plugin[] {
  const item = node('list_item');
  return [
    inputRules({ rules: rules() }),
    keymap({
      'Mod-b': commands.bold,
      'Mod-i': commands.italic,
      'Mod-e': commands.code,
      'Mod-k': () => {
        link();
        return true;
      },
      'Mod-Shift-x': commands.strike,
      'Mod-Shift-7': commands.numbers,
      'Mod-Shift-8': commands.list,
      'Mod-Shift-9': commands.quote,
      'Mod-Alt-2': commands.heading,
      'Mod-z': commands.undo,
      'Mod-y': commands.redo,
      'Mod-Shift-z': commands.redo,
      Enter: splitListItem(item),
      'Shift-Enter': breakLine,
      // Outside of lists and tables, Tab leaves the editor.
      Tab: chainCommands(goToNextCell(1), sinkListItem(item)),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item)),
      Backspace: undoInputRule,
      ArrowDown: leaveAtEnd,
    }),
    keymap(baseKeymap),
    history(),
    dropCursor({ class: 'rich-text-drop', color: false }),
    gapCursor(),
    tableEditing(),
    new Plugin({
      props: {
        handlePaste: (_view, event) => take(event, event.clipboardData, pictures),
        handleDrop: (_view, event) => take(event, event.dataTransfer, pictures),
      },
    }),
  ];
}

/** At the end of a text that ends with code, a table or a quote, the arrow adds a paragraph below. */
const leaveAtEnd: Command = (state, dispatch, view) => {
  const { $head, empty } = state.selection;
  const last = state.doc.lastChild;
  const isLast = $head.depth > 0 && $head.after(1) === state.doc.content.size;
  if (!empty || !isLast || last?.type.name === 'paragraph' || view?.endOfTextblock('down') === false)
    return false;
  const paragraph = schema.nodes.paragraph?.create();
  if (!paragraph) return false;
  const end = state.doc.content.size;
  const change = state.tr.insert(end, paragraph);
  dispatch?.(change.setSelection(TextSelection.create(change.doc, end + 1)).scrollIntoView());
  return true;
};

function take(event: Event, source: DataTransfer | null, pictures: RichTextOptions['pictures']): boolean {
  const files = [...(source?.files ?? [])].filter(
    // Some browsers do not know the type of HEIC.
    ({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name),
  );
  // Copied from a page, a picture comes with its markup.
  if (!pictures || files.length === 0 || source?.types.includes('text/html')) return false;
  event.preventDefault();
  pictures(files);
  return true;
}

/** Markdown that is replaced by what it means while it is typed. */
function rules(): InputRule[] {
  const { blockquote, bullet_list, code_block, heading, ordered_list } = schema.nodes as Record<
    string,
    NodeType
  >;
  return [
    ...(blockquote ? [wrappingInputRule(/^\s*>\s$/, blockquote)] : []),
    ...(bullet_list ? [wrappingInputRule(/^\s*[-+*]\s$/, bullet_list, { tight: true })] : []),
    ...(ordered_list
      ? [
          wrappingInputRule(
            /^(\d{1,6})[.)]\s$/,
            ordered_list,
            ([, order]) => ({ order: Number(order), tight: true }),
            ([, order], before) => before.childCount + Number(before.attrs.order) === Number(order),
          ),
        ]
      : []),
    ...(code_block ? [textblockTypeInputRule(/^```(\w*)\s$/, code_block, ([, params]) => ({ params }))] : []),
    ...(heading
      ? [textblockTypeInputRule(/^(#{1,6})\s$/, heading, ([, signs = '']) => ({ level: signs.length }))]
      : []),
    ruleLine,
    markRule(/\*\*([^\s*]|[^\s*][^*]{0,400}[^\s*])\*\*$/, 'strong'),
    markRule(/(?<![*\p{L}\p{N}])\*([^\s*](?:[^*]*[^\s*])?)\*$/u, 'em'),
    markRule(/(?<![_\p{L}\p{N}])_([^\s_](?:[^_]*[^\s_])?)_$/u, 'em'),
    markRule(/~~([^\s~](?:[^~]*[^\s~])?)~~$/, 'strike'),
    markRule(/`([^`]+)`$/, 'code'),
    markRule(/(?<!!)\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)$/, 'link'),
  ];
}
