import { t } from '../../../web/translation/translate.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { checkboxGroup } from '../../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type View } from '../../../web/html.ts';
import type { Viewer } from '../../../platform/app.ts';
import type { Term, TermSet } from '../reading.ts';
import { longestSetDescription } from '../sets.ts';
import { longestVersionNote } from '../terms.ts';
import { longestDefinition, longestTermName, mayMaintain } from '../term.ts';
import { termPath, setHrefOf } from './glossary-view.ts';

/** The form to add, edit or suggest a term. */
export function termForm({
  viewer,
  sets,
  state,
  chosen,
  term,
}: {
  viewer: Viewer;
  sets: readonly TermSet[];
  state: FormState;
  /** Slugs of the selected sets. */
  chosen: readonly string[];
  /** The term being edited. Undefined for a new one. */
  term?: Term | undefined;
}): View {
  const isMaintainer = mayMaintain(viewer);
  const bound = bind(state);
  const title = term
    ? isMaintainer
      ? t('Edit term')
      : t('Suggest an edit')
    : isMaintainer
      ? t('Add a term')
      : t('Suggest a term');
  return {
    title,
    section: 'glossary',
    style: 'rich-text',
    body: html`${pageHeader({
      title,
      lead: !isMaintainer && t('Glossary editors will review it, and you’ll be notified.'),
    })}
    ${card({
      body: form({
        action: term ? `${termPath(term)}/edit` : '/glossary/new',
        submit: isMaintainer ? t('Save') : t('Submit suggestion'),
        busyLabel: t('Sending'),
        cancel: { label: t('Cancel'), href: term ? termPath(term) : '/glossary' },
        state,
        body: html`${textField({ ...bound('name'), label: t('Term'), maxlength: longestTermName })}
        ${markdownEditor({ ...bound('definition'), label: t('Meaning'), rows: 6, maxlength: longestDefinition, atOnce: true })}
        ${textField({
          ...bound('aliases'),
          label: t('Other names'),
          hint: t('Separate with commas.'),
          required: false,
          maxlength: 1500,
        })}
        ${textField({
          ...bound('seeAlso'),
          label: t('See also'),
          hint: t('Related terms, separated by commas.'),
          required: false,
          maxlength: 2500,
        })}
        ${
          sets.length > 0 &&
          checkboxGroup({
            name: 'sets',
            label: t('Sets'),
            choices: sets.map((set) => ({ value: set.slug, label: set.title })),
            values: chosen,
            error: state.errors?.sets,
            inline: true,
          })
        }
        ${
          !isMaintainer &&
          textArea({
            ...bound('note'),
            label: t('Reason'),
            hint: t('A source, or what was wrong.'),
            required: false,
            rows: 2,
            maxlength: longestVersionNote,
          })
        }`,
      }),
    })}`,
  };
}

/** The form to add or edit a set. */
export const setForm = (state: FormState, set?: TermSet): View => {
  const bound = bind(state);
  const title = set ? t('Edit set') : t('New set');
  return {
    title,
    section: 'glossary',
    body: html`${pageHeader({ title, lead: t('A group of related terms. Choose sets on each term.') })}
    ${card({
      body: form({
        action: set ? `${setHrefOf(set)}/edit` : '/glossary/sets/new',
        submit: t('Save'),
        cancel: { label: t('Cancel'), href: set ? setHrefOf(set) : '/glossary' },
        state,
        body: html`${textField({ ...bound('title'), label: t('Title'), maxlength: longestTermName })}
        ${textArea({ ...bound('description'), label: t('Description'), required: false, rows: 3, maxlength: longestSetDescription })}`,
      }),
    })}
    ${
      set &&
      card({
        title: t('Delete set'),
        lead: t('Its terms are not deleted.'),
        danger: true,
        body: buttonForm({
          to: `${setHrefOf(set)}/delete`,
          label: t('Delete set'),
          kind: 'danger',
          confirm: t('Delete the set “{title}”?', { title: set.title }),
        }),
      })
    }`,
  };
};

/** Replaces a deleted term while it can be restored. */
export const deletedTermView = (id: string, name: string): View => ({
  title: t('Term deleted'),
  section: 'glossary',
  body: html`<h1 class="visually-hidden">Term deleted</h1>
    ${notice({
      tone: 'success',
      body: html`<div class="button-row">
        <p>“${name}” was removed from the glossary.</p>
        ${buttonForm({ to: '/glossary/restore', fields: { id }, label: t('Undo'), small: true })}
      </div>`,
    })}
    <p>${linkButton({ label: t('Back to the glossary'), href: '/glossary' })}</p>`,
});
