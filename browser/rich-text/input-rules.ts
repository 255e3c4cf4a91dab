import { InputRule } from 'prosemirror-inputrules';
import { TextSelection } from 'prosemirror-state';
import { schema } from './schema.ts';

/** Marks the first group of a pattern when its last sign is typed. The second group is the address of a link. */
export const markRule = (pattern: RegExp, name: string): InputRule =>
  new InputRule(pattern, (state, match, start, end) => {
    const mark = schema.marks[name];
    const [, text = '', href] = match;
    if (!mark || state.doc.resolve(start).parent.type.spec.code) return null;
    if (href !== undefined && !/^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(href)) return null;
    const change = state.tr;
    const from = start + match[0].indexOf(text);
    // Signs that are already in the document are deleted around the text, which keeps its other marks.
    if (from + text.length < end) change.delete(from + text.length, end);
    if (from > start) change.delete(start, from);
    change.addMark(start, start + text.length, mark.create(href === undefined ? null : { href }));
    return change.removeStoredMark(mark);
  });

/** Three dashes on a line of their own. */
export const ruleLine = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start, end) => {
  const line = schema.nodes.horizontal_rule?.create();
  const paragraph = schema.nodes.paragraph?.create();
  const $start = state.doc.resolve(start);
  if (!line || !paragraph || $start.parent.type.name !== 'paragraph' || $start.parentOffset > 0) return null;
  const before = $start.before();
  const change = state.tr.replaceWith(before, end + 1, [line, paragraph]);
  return change.setSelection(TextSelection.near(change.doc.resolve(before + 2)));
});
