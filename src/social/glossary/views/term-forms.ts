import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { checkboxGroup } from '../../../web/components/fields/choice-field.ts';
import { markdownEditor } from '../../../web/components/fields/markdown-editor.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Term, TermSet } from '../queries.ts';
import { longestSetDescription } from '../save-set.ts';
import { longestNote } from '../suggest-term.ts';
import { longestDefinition, longestName, mayKeep } from '../term.ts';
import { hrefOf, setHrefOf } from './glossary-view.ts';

/** Where a term is added, changed, or suggested. */
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
  /** Slugs of the sets that are chosen. */
  chosen: readonly string[];
  /** The one that is changed. */
  term?: Term | undefined;
}): View {
  const isKeeper = mayKeep(viewer);
  const bound = bind(state);
  const title = term
    ? isKeeper
      ? 'Edit a term'
      : 'Suggest a change'
    : isKeeper
      ? 'Add a term'
      : 'Suggest a term';
  return {
    title,
    section: 'glossary',
    body: html`${pageHeader({
      title,
      lead: !isKeeper && 'Those who keep the glossary will look at it, and you will hear what became of it.',
    })}
    ${card({
      body: form({
        action: term ? `${hrefOf(term)}/edit` : '/glossary/new',
        submit: isKeeper ? 'Save' : 'Suggest it',
        busyLabel: 'Sending',
        cancel: { label: 'Cancel', href: term ? hrefOf(term) : '/glossary' },
        state,
        body: html`${textField({ ...bound('name'), label: 'Term', maxlength: longestName })}
        ${markdownEditor({ ...bound('definition'), label: 'What it means', rows: 6, maxlength: longestDefinition })}
        ${textField({ ...bound('aliases'), label: 'Other names', hint: 'With commas between them.', required: false, maxlength: 1500 })}
        ${textField({
          ...bound('seeAlso'),
          label: 'See also',
          hint: 'Names of other terms, with commas between them.',
          required: false,
          maxlength: 2500,
        })}
        ${
          sets.length > 0 &&
          checkboxGroup({
            name: 'sets',
            label: 'Sets',
            choices: sets.map((set) => ({ value: set.slug, label: set.title })),
            values: chosen,
            error: state.errors?.sets,
            inline: true,
          })
        }
        ${
          !isKeeper &&
          textArea({
            ...bound('note'),
            label: 'Why',
            hint: 'A source, or what was wrong.',
            required: false,
            rows: 2,
            maxlength: longestNote,
          })
        }`,
      }),
    })}`,
  };
}

/** Where a set is added or changed. */
export const setForm = (state: FormState, set?: TermSet): View => {
  const bound = bind(state);
  const title = set ? 'Edit a set' : 'New set';
  return {
    title,
    section: 'glossary',
    body: html`${pageHeader({ title, lead: 'Terms that belong together. Each term says of which sets it is part.' })}
    ${card({
      body: form({
        action: set ? `${setHrefOf(set)}/edit` : '/glossary/sets/new',
        submit: 'Save',
        cancel: { label: 'Cancel', href: set ? setHrefOf(set) : '/glossary' },
        state,
        body: html`${textField({ ...bound('title'), label: 'Title', maxlength: longestName })}
        ${textArea({ ...bound('description'), label: 'What it is about', required: false, rows: 3, maxlength: longestSetDescription })}`,
      }),
    })}
    ${
      set &&
      card({
        title: 'Delete this set',
        lead: 'Its terms stay in the glossary.',
        danger: true,
        body: buttonForm({
          to: `${setHrefOf(set)}/delete`,
          label: 'Delete the set',
          kind: 'danger',
          confirm: `Delete the set “${set.title}”?`,
        }),
      })
    }`,
  };
};

/** What stands where a term was, for as long as it can be brought back. */
export const deletedTermView = (id: string, name: string): View => ({
  title: 'Term deleted',
  section: 'glossary',
  body: html`<h1 class="visually-hidden">Term deleted</h1>
    ${notice({
      tone: 'success',
      body: html`<div class="button-row">
        <p>“${name}” is out of the glossary.</p>
        ${buttonForm({ to: '/glossary/restore', fields: { id }, label: 'Undo', small: true })}
      </div>`,
    })}
    <p>${linkButton({ label: 'Back to the glossary', href: '/glossary' })}</p>`,
});
